import { platform } from '../core/callers.ts';
import type { Work } from '../core/objects/rules/kind-hooks.ts';
import { withoutSecrets } from '../core/objects/rules/present.ts';
import type { DbRow } from '../core/objects/storage/rows.ts';

/** Kinds with members in `users`. */
export const membershipKinds = ['role', 'permission'] as const;

export interface Memberships {
  roles: Record<string, unknown>[];
  permissions: Record<string, unknown>[];
}

/** The roles and permissions of a user, from all owners or the given ones. Other members are left out. */
export async function membershipsOf(
  user: { owner: string; name: string },
  { sql, store, registry }: Pick<Work, 'sql' | 'store' | 'registry'>,
  owners: readonly string[] = [],
): Promise<Memberships> {
  const id = `${user.owner}/${user.name}`;
  const within = owners.length > 0 ? 'AND owner = ANY(:owners)' : '';
  const selects = membershipKinds.map(
    (kind) =>
      `SELECT '${kind}' AS kind, owner, name, row_to_json(held) AS columns FROM "${store(kind).table}" held
       WHERE users @> CAST(:users AS jsonb) ${within}`,
  );
  const { rows } = await sql.raw(`${selects.join(' UNION ALL ')} ORDER BY owner, name`, {
    users: JSON.stringify([id]),
    owners: owners as string[],
  });
  const of = (kind: (typeof membershipKinds)[number]) =>
    rows
      .filter((row: { kind: string }) => row.kind === kind)
      .map(({ columns }: { columns: DbRow }) => {
        const object = store(kind).fromRow(columns);
        return {
          ...withoutSecrets(registry.named(kind), object),
          users: [id],
          ...('groups' in object && { groups: [] }),
        };
      });
  return { roles: of('role'), permissions: of('permission') };
}

/** The names of roles or permissions that are not switched off (S16). */
export const enabledNames = (held: readonly Record<string, unknown>[]): string[] =>
  held.filter(({ isEnabled }) => isEnabled !== false).map(({ name }) => String(name));

/** The owners of roles and permissions in tokens: the user's organization and the platform. */
export const ownersInTokens = (organization: string) => [organization, platform];

/** Tells whether any user of an organization has a role or permission. */
export async function hasMemberships(
  organization: string,
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<boolean> {
  const selects = membershipKinds.map(
    (kind) =>
      `SELECT FROM "${store(kind).table}", jsonb_array_elements_text(users) AS held(id)
       WHERE owner = ANY(:owners) AND starts_with(held.id, :prefix)`,
  );
  const bindings = { owners: ownersInTokens(organization), prefix: `${organization}/` };
  const { rows } = await sql.raw(`SELECT EXISTS (${selects.join(' UNION ALL ')}) AS any`, bindings);
  return rows[0].any;
}
