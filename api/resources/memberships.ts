import type { Draft, Work } from './hooks.ts';
import { withoutSecrets } from './present.ts';

/** Objects of a kind whose `users` hold the user. */
async function holding(kind: string, id: string, { sql, store, registry }: Work): Promise<Record<string, unknown>[]> {
  const { table, fromRow } = store(kind);
  const rows = await sql(table)
    .whereRaw('users @> ?::jsonb', [JSON.stringify([id])])
    .orderBy(['owner', 'name']);
  return rows.map((row) => withoutSecrets(registry.named(kind), fromRow(row)));
}

/** The roles and permissions of a user. Who else has them is not his business. */
export async function membershipsOf(
  user: Draft,
  work: Work,
): Promise<{ roles: Record<string, unknown>[]; permissions: Record<string, unknown>[] }> {
  const id = `${user.owner}/${user.name}`;
  const [roles, permissions] = await Promise.all([holding('role', id, work), holding('permission', id, work)]);
  const alone = (each: Record<string, unknown>) => ({ ...each, users: [id] });
  return { roles: roles.map(alone), permissions: permissions.map(alone) };
}
