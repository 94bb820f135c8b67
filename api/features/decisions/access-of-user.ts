import type { Store } from '../../core/objects/storage/store.ts';
import type { Db } from '../../db/knex.ts';
import { ownersInTokens } from '../../kinds/memberships.ts';
import { runsSql, withPlanSql } from '../../kinds/subscription/running.ts';

/** The way by which a user has something: it names the user, or it comes with a group, a role or a plan. */
export interface Source {
  kind: 'direct' | 'group' | 'role' | 'plan';
  /** owner/name, empty for `direct`. */
  id: string;
}

/** A group, role or permission of a user. */
export interface Access {
  kind: 'group' | 'role' | 'permission';
  owner: string;
  name: string;
  displayName: string;
  /** A disabled one has no effect, and nothing comes with it. */
  isEnabled: boolean;
  via: Source[];
}

type Row = Omit<Access, 'via'> & { viaKind: Source['kind']; via: string };

/** Joins the rows of one object, which has a row for each source. */
function joined(rows: readonly Row[]): Access[] {
  const found = Map.groupBy(rows, ({ kind, owner, name }) => `${kind} ${owner}/${name}`);
  return [...found.values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { viaKind: _, via: __, ...object } = first;
    return [{ ...object, via: same.map(({ viaKind, via }) => ({ kind: viaKind, id: via })) }];
  });
}

/**
 * The groups, roles and permissions of a user with their sources, by the rules of `effective-roles.ts`. It also lists disabled ones, and
 * nothing that would come with them.
 */
export async function accessOfUser(
  { db, store }: { db: Db; store: (kind: string) => Store },
  owner: string,
  name: string,
): Promise<Access[]> {
  const table = (kind: string) => `"${store(kind).table}"`;
  const id = `${owner}/${name}`;
  const { rows } = await db.raw(
    `WITH RECURSIVE belongs(owner, name, display_name, is_enabled, parent_id, via_kind, via) AS (
       SELECT owner, name, display_name, is_enabled, parent_id, 'direct', '' FROM ${table('group')}
       WHERE owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT above.owner, above.name, above.display_name, above.is_enabled, above.parent_id, 'group', belongs.owner || '/' || belongs.name
       FROM ${table('group')} AS above
       JOIN belongs ON above.owner = belongs.owner AND above.name = belongs.parent_id AND belongs.is_enabled
     ), given(id, via_kind, via) AS (
       SELECT owner || '/' || name, 'direct', '' FROM ${table('role')}
       WHERE owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT role.owner || '/' || role.name, 'group', belongs.owner || '/' || belongs.name FROM ${table('role')} AS role
       JOIN belongs ON belongs.is_enabled AND role.groups @> to_jsonb(belongs.owner || '/' || belongs.name)
       WHERE role.owner = ANY(:owners)
       UNION
       SELECT plan.role, 'plan', plan.owner || '/' || plan.name FROM ${withPlanSql(table)}
       WHERE subscription."user" = :user AND subscription.owner = ANY(:owners)
         AND ${runsSql}
     ), held(id, via_kind, via) AS (
       SELECT id, via_kind, via FROM given
       UNION
       SELECT above.owner || '/' || above.name, 'role', held.id FROM held
       JOIN ${table('role')} AS inner_role ON inner_role.owner || '/' || inner_role.name = held.id AND inner_role.is_enabled
       JOIN ${table('role')} AS above ON above.owner = ANY(:owners) AND above.roles @> to_jsonb(held.id)
     ), had_roles AS (
       SELECT role.owner, role.name, role.display_name, role.is_enabled, held.id, held.via_kind, held.via FROM held
       JOIN ${table('role')} AS role
         ON role.owner = split_part(held.id, '/', 1) AND role.name = split_part(held.id, '/', 2) AND role.owner = ANY(:owners)
     ), had_permissions(owner, name, display_name, is_enabled, via_kind, via) AS (
       SELECT owner, name, display_name, is_enabled, 'direct', '' FROM ${table('permission')}
       WHERE owner = ANY(:owners) AND users @> CAST(:users AS jsonb)
       UNION
       SELECT permission.owner, permission.name, permission.display_name, permission.is_enabled, 'role', had_roles.id
       FROM ${table('permission')} AS permission
       JOIN had_roles ON had_roles.is_enabled AND permission.roles @> to_jsonb(had_roles.id)
       WHERE permission.owner = ANY(:owners)
     )
     SELECT * FROM (
       SELECT 'group' AS kind, owner, name, display_name, is_enabled, via_kind, via FROM belongs
       UNION SELECT 'role', owner, name, display_name, is_enabled, via_kind, via FROM had_roles
       UNION SELECT 'permission', owner, name, display_name, is_enabled, via_kind, via FROM had_permissions
     ) AS access
     ORDER BY kind, owner, name, via_kind, via`,
    { owners: ownersInTokens(owner), user: id, users: JSON.stringify([id]), now: new Date() },
  );
  return joined(
    rows.map((row: Record<string, unknown>) => ({
      kind: row.kind,
      owner: row.owner,
      name: row.name,
      displayName: row.display_name,
      isEnabled: row.is_enabled,
      viaKind: row.via_kind,
      via: row.via,
    })),
  );
}
