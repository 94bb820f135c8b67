import { platform } from '../../core/callers.ts';
import type { Work } from '../../core/objects/kind-hooks.ts';
import { withoutSecrets } from '../../core/objects/present.ts';
import type { DbRow } from '../../core/objects/rows.ts';

/** Kinds whose `users` name people. */
export const membershipKinds = ['role', 'permission'] as const;

export interface Memberships {
  roles: Record<string, unknown>[];
  permissions: Record<string, unknown>[];
}

/** The roles and permissions of a user, of all owners or of these. Who else has them is not his business. */
export async function membershipsOf(
  user: { owner: string; name: string },
  { sql, store, registry }: Pick<Work, 'sql' | 'store' | 'registry'>,
  owners: readonly string[] = [],
): Promise<Memberships> {
  const id = `${user.owner}/${user.name}`;
  const within = owners.length > 0 ? 'AND owner = ANY(:owners)' : '';
  // One statement for both.
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

/** Whose roles and permissions a token tells of: the user's own organization's, and the platform's. */
export const tellingOwners = (organization: string) => [organization, platform];

/** Is there anything for a token to tell of any user of an organization? */
export async function hasMemberships(
  organization: string,
  { sql, store }: Pick<Work, 'sql' | 'store'>,
): Promise<boolean> {
  const selects = membershipKinds.map(
    (kind) =>
      `SELECT FROM "${store(kind).table}", jsonb_array_elements_text(users) AS held(id)
       WHERE owner = ANY(:owners) AND starts_with(held.id, :prefix)`,
  );
  const bindings = { owners: tellingOwners(organization), prefix: `${organization}/` };
  const { rows } = await sql.raw(`SELECT EXISTS (${selects.join(' UNION ALL ')}) AS any`, bindings);
  return rows[0].any;
}
