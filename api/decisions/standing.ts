import type { Db } from '../db/knex.ts';
import { BoundedMap } from '../memory/bounded-map.ts';
import { createDoubts, trustedMs } from '../memory/still-true.ts';
import { tellingOwners } from '../resources/memberships.ts';
import type { Store } from '../resources/store.ts';

interface Deps {
  db: Db;
  store: (kind: string) => Store;
}

/** What decisions about a user depend on beside the permissions. */
export interface Standing {
  /** He is there, and neither forbidden nor deleted. */
  isLive: boolean;
  /** Ids of the roles he has, also by way of other roles. */
  roles: ReadonlySet<string>;
}

const most = 20_000;

const nobody: Standing = { isLive: false, roles: new Set() };

async function read({ db, store }: Deps, owner: string, name: string): Promise<Standing> {
  const role = store('role').table;
  const { rows } = await db.raw(
    `WITH RECURSIVE held(id) AS (
       SELECT owner || '/' || name FROM "${role}"
       WHERE is_enabled AND owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT outer_role.owner || '/' || outer_role.name FROM "${role}" AS outer_role
       JOIN held ON outer_role.is_enabled AND outer_role.owner = ANY(:owners) AND outer_role.roles @> to_jsonb(held.id)
     )
     SELECT NOT (is_forbidden OR is_deleted) AS is_live, ARRAY(SELECT id FROM held) AS roles
     FROM "${store('user').table}" WHERE owner = :owner AND name = :name`,
    { owner, name, owners: tellingOwners(owner), users: JSON.stringify([`${owner}/${name}`]) },
  );
  const [row] = rows;
  return row ? { isLive: row.is_live, roles: new Set(row.roles) } : nobody;
}

export type StandingOf = (user: string) => Promise<Standing>;

/** How a user stands, remembered until he or any role changes. */
export function createStandings(deps: Deps): StandingOf {
  const doubts = createDoubts(deps.db, { common: ['role'], single: ['user'] });
  const known = new BoundedMap<string, { at: number; moment: number; standing: Promise<Standing> }>(most);
  return (user) => {
    const slash = user.indexOf('/');
    if (slash < 1) return Promise.resolve(nobody);
    const found = known.get(user);
    if (found && Date.now() - found.at < trustedMs && doubts.isTrue(found.moment, [`user ${user}`]))
      return found.standing;
    const standing = read(deps, user.slice(0, slash), user.slice(slash + 1));
    known.set(user, { at: Date.now(), moment: doubts.moment(), standing });
    standing.catch(() => known.delete(user));
    return standing;
  };
}
