import { randomUUID } from 'node:crypto';
import type { Factor } from '@doorwright/crds/kinds/factor.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { passkeyFactor } from '../../kinds/user/passkeys/stored-passkeys.ts';
import type { AccountDeps } from '../place/deps.ts';

type Deps = Pick<AccountDeps, 'store'>;
type Owned = Pick<User, 'owner' | 'name'>;

export async function storedFactor(
  sql: Sql,
  { store }: Deps,
  { owner, name: user }: Owned,
  type: string,
): Promise<Factor | undefined> {
  const { table, fromRow } = store('factor');
  const row = await sql(table).where({ owner, user, type }).first();
  return row && (fromRow(row) as unknown as Factor);
}

/** Locks the user, so that changes of their factors come one after the other. */
async function lockedUser(sql: Sql, { store }: Deps, { owner, name }: Owned): Promise<User> {
  const user = (await store('user').find(sql, owner, name, 'forNoKeyUpdate')) as unknown as User | undefined;
  if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}` });
  return user;
}

/** Notes on the user's row which factors they have, so that a sign-in needs no further statement. */
export async function noteFactors(
  sql: Sql,
  deps: Deps,
  owned: Owned,
  change: (had: readonly string[]) => readonly string[],
): Promise<void> {
  const { owner, name, secondFactors } = await lockedUser(sql, deps, owned);
  const { table, toRow } = deps.store('user');
  await sql(table)
    .where({ owner, name })
    .update(toRow({ secondFactors: [...new Set(change(secondFactors))] }));
  announceWhenCommitted(sql, 'user', `${owner}/${name}`);
}

/** Stores a factor in place of the user's last one of this type. */
export async function storeFactor(
  sql: Sql,
  deps: Deps,
  owned: Owned,
  factor: Pick<Factor, 'type'> & Partial<Pick<Factor, 'secret' | 'destination' | 'lastStep' | 'digests'>>,
  now: Date,
): Promise<void> {
  const { owner, name: user } = owned;
  await noteFactors(sql, deps, owned, (had) => [...had, factor.type]);
  const { table, toRow } = deps.store('factor');
  await sql(table).where({ owner, user, type: factor.type }).delete();
  const empty = { secret: '', destination: '', lastStep: 0, digests: [], usedTime: '' };
  const row = { ...empty, ...factor, owner, user, id: randomUUID(), version: 1, createdTime: now.toISOString() };
  await sql(table).insert(toRow(row));
}

/** Removes factors of a user: of one type, or all. With the last one, the recovery codes and trusted browsers go. */
export async function removeFactors(sql: Sql, deps: Deps, owned: Owned, type?: string): Promise<void> {
  const { owner, name: user } = owned;
  // Passkeys stay: they are a way to sign in too, and are removed one by one.
  await noteFactors(sql, deps, owned, (had) => had.filter((each) => (type ? each !== type : each === passkeyFactor)));
  const which = { owner, user, ...(type && { type }) };
  await sql(deps.store('factor').table).where(which).delete();
  if (!type) await forgetDevices(sql, deps, owned);
}

/** Ends the trust in all browsers of a user. */
export const forgetDevices = (sql: Sql, { store }: Deps, { owner, name: user }: Owned): Promise<number> =>
  sql(store('trusted-device').table).where({ owner, user }).delete();
