import { LRUCache } from 'lru-cache';
import { createInvalidation, maxAgeMs } from '../../core/cache/invalidation.ts';
import { isFresh } from '../../core/cache/is-fresh.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import { ownersInTokens } from '../../kinds/memberships.ts';
import { runsSql, withPlanSql } from '../../kinds/subscription/running.ts';

interface Deps {
  db: Db;
  store: (kind: string) => Store;
}

/** The state of a user that decisions depend on, beside the permissions. */
export interface EffectiveRoles {
  /** The user exists, and is neither forbidden nor deleted. */
  isActive: boolean;
  /** Ids of the user's roles, also through groups, plans and other roles. */
  roles: ReadonlySet<string>;
}

/** Kinds that can give a user a role. */
const roleGivingKinds = ['role', 'group', 'plan', 'subscription'] as const;

const most = 20_000;

const nobody: EffectiveRoles = { isActive: false, roles: new Set() };

/**
 * A user belongs to groups that name them, and to the groups above these. Roles name the user, or one of these groups. Plans with a
 * running subscription give their role. A role that contains one of these roles is effective too.
 */
async function read({ db, store }: Deps, owner: string, name: string): Promise<EffectiveRoles> {
  const table = (kind: string) => `"${store(kind).table}"`;
  const { rows } = await db.raw(
    `WITH RECURSIVE belongs(owner, name, parent_id) AS (
       SELECT owner, name, parent_id FROM ${table('group')}
       WHERE is_enabled AND owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT outer_group.owner, outer_group.name, outer_group.parent_id FROM ${table('group')} AS outer_group
       JOIN belongs ON outer_group.owner = belongs.owner AND outer_group.name = belongs.parent_id
       WHERE outer_group.is_enabled
     ), given(id) AS (
       SELECT owner || '/' || name FROM ${table('role')}
       WHERE is_enabled AND owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT role.owner || '/' || role.name FROM ${table('role')} AS role
       JOIN belongs ON role.groups @> to_jsonb(belongs.owner || '/' || belongs.name)
       WHERE role.is_enabled AND role.owner = ANY(:owners)
       UNION
       SELECT plan.role FROM ${withPlanSql(table)}
       JOIN ${table('role')} AS role
         ON role.owner = split_part(plan.role, '/', 1) AND role.name = split_part(plan.role, '/', 2)
       WHERE subscription."user" = :user AND subscription.owner = ANY(:owners)
         AND ${runsSql} AND role.is_enabled AND role.owner = ANY(:owners)
     ), held(id) AS (
       -- As one array: Postgres overestimates the rows of an index on lists, and would compile the query for that.
       SELECT unnest(ARRAY(SELECT id FROM given))
       UNION
       SELECT outer_role.owner || '/' || outer_role.name FROM ${table('role')} AS outer_role
       JOIN held ON outer_role.is_enabled AND outer_role.owner = ANY(:owners) AND outer_role.roles @> to_jsonb(held.id)
     )
     SELECT NOT (is_forbidden OR is_deleted) AS is_live, ARRAY(SELECT id FROM held) AS roles
     FROM ${table('user')} WHERE owner = :owner AND name = :name`,
    {
      owner,
      name,
      owners: ownersInTokens(owner),
      user: `${owner}/${name}`,
      users: JSON.stringify([`${owner}/${name}`]),
      now: new Date(),
    },
  );
  const [row] = rows;
  return row ? { isActive: row.is_live, roles: new Set(row.roles) } : nobody;
}

export type EffectiveRolesOf = (user: string) => Promise<EffectiveRoles>;

/**
 * Caches the roles of users until the user, or an object that gives roles, changes. A subscription starts and ends
 * without a change, so entries also expire.
 */
export function createEffectiveRoles(deps: Deps): EffectiveRolesOf {
  const invalidation = createInvalidation(deps.db, { common: roleGivingKinds, single: ['user'] });
  const known = new LRUCache<string, { at: number; version: number; roles: Promise<EffectiveRoles> }>({ max: most });
  return (user) => {
    const slash = user.indexOf('/');
    if (slash < 1) return Promise.resolve(nobody);
    const found = known.get(user);
    if (found && isFresh(found.at, maxAgeMs) && invalidation.isValid(found.version, [`user ${user}`]))
      return found.roles;
    const roles = read(deps, user.slice(0, slash), user.slice(slash + 1));
    known.set(user, { at: Date.now(), version: invalidation.version(), roles });
    roles.catch(() => known.delete(user));
    return roles;
  };
}
