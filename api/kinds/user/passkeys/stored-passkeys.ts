import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { announceWhenCommitted } from '../../../core/cache/changes.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../../db/knex.ts';

type Deps = Pick<Work, 'store'>;
type Owned = Pick<User, 'owner' | 'name'>;
export type Credential = User['webauthnCredentials'][number];

/** The name of every passkey as a second factor. */
export const passkeyFactor = 'passkey';

/** The passkeys of a user, the oldest first. */
export async function passkeysOf(sql: Sql, { store }: Deps, { owner, name: user }: Owned): Promise<Passkey[]> {
  const { table, fromRow } = store('passkey');
  const rows = await sql(table).where({ owner, user }).orderBy(['created_time', 'id']);
  return rows.map((row) => fromRow(row) as unknown as Passkey);
}

export async function passkeyWith(sql: Sql, { store }: Deps, id: string): Promise<Passkey | undefined> {
  const { table, fromRow } = store('passkey');
  const row = await sql(table).where({ id }).first();
  return row && (fromRow(row) as unknown as Passkey);
}

/** Casdoor 2022 writes the bytes of an id in standard base64. */
const wireId = (id: string) => Buffer.from(id, 'base64url').toString('base64');
export const idOfWire = (wire: string) => Buffer.from(wire, 'base64').toString('base64url');

/** A passkey as clients of Casdoor 2022 read it on its user. Key and counter stay here. */
const credentialOf = ({ id, aaguid, isSuspect }: Passkey): Credential => ({
  ID: wireId(id),
  PublicKey: '',
  AttestationType: 'none',
  Authenticator: { AAGUID: aaguid, SignCount: 0, CloneWarning: isSuspect },
});

/** The columns of a user's row that say which passkeys they have, so that a sign-in needs no further statement. */
export const fieldsWith = (
  { secondFactors }: Pick<User, 'secondFactors'>,
  passkeys: readonly Passkey[],
): Pick<User, 'webauthnCredentials' | 'secondFactors'> => ({
  webauthnCredentials: passkeys.map(credentialOf),
  secondFactors: [
    ...secondFactors.filter((name) => name !== passkeyFactor),
    ...(passkeys.length > 0 ? [passkeyFactor] : []),
  ],
});

/** Changes passkeys of a user while their row is locked, and notes on the row what they have then. */
export async function changePasskeys(
  sql: Sql,
  deps: Deps,
  owned: Owned,
  change: (user: User) => Promise<void>,
): Promise<void> {
  const { owner, name } = owned;
  const users = deps.store('user');
  const user = (await users.find(sql, owner, name, 'forNoKeyUpdate')) as unknown as User;
  await change(user);
  const fields = fieldsWith(user, await passkeysOf(sql, deps, owned));
  await sql(users.table).where({ owner, name }).update(users.toRow(fields));
  announceWhenCommitted(sql, 'user', `${owner}/${name}`);
}

/** Removes passkeys. The caller has locked the user. */
export const deletePasskeys = (sql: Sql, { store }: Deps, { owner, name: user }: Owned, ids: readonly string[]) =>
  sql(store('passkey').table)
    .where({ owner, user })
    .whereIn('id', [...ids])
    .delete();
