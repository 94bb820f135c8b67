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

export type NewFactor = Pick<Factor, 'type'> & Partial<Pick<Factor, 'secret' | 'destination' | 'lastStep' | 'digests'>>;

function rowOf({ store }: Deps, { owner, name: user }: Owned, factor: NewFactor, now: Date) {
  const empty = { secret: '', destination: '', lastStep: 0, digests: [], usedTime: '' };
  const row = { ...empty, ...factor, owner, user, id: randomUUID(), version: 1, createdTime: now.toISOString() };
  return store('factor').toRow(row);
}

/** Stores the factors of new users, whose rows note them already. */
export async function storeFirstFactors(
  sql: Sql,
  deps: Deps,
  factors: readonly { user: Owned; factor: NewFactor }[],
  now: Date,
): Promise<void> {
  if (factors.length === 0) return;
  await sql(deps.store('factor').table).insert(factors.map(({ user, factor }) => rowOf(deps, user, factor, now)));
}

/** Stores a factor in place of the user's last one of this type. */
export async function storeFactor(sql: Sql, deps: Deps, owned: Owned, factor: NewFactor, now: Date): Promise<void> {
  const { owner, name: user } = owned;
  await noteFactors(sql, deps, owned, (had) => [...had, factor.type]);
  const { table } = deps.store('factor');
  await sql(table).where({ owner, user, type: factor.type }).delete();
  await sql(table).insert(rowOf(deps, owned, factor, now));
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
