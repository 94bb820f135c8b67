import { randomUUID } from 'node:crypto';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { UsedPassword } from '@doorwright/crds/kinds/used-password.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Work } from '../../../core/objects/kind-hooks.ts';
import { type PasswordType, verifyPassword } from './passwords.ts';

type Place = Pick<Work, 'sql' | 'store'>;
type Stored = Pick<User, 'password' | 'passwordSalt' | 'passwordType'>;
export type PasswordOwner = Pick<User, 'owner' | 'name'> & Stored;
export type HistoryRules = Pick<Organization, 'name' | 'passwordHistory' | 'passwordType' | 'passwordSalt'>;

const isSame = (chosen: string, { password, passwordSalt, passwordType }: Stored, organization: HistoryRules) =>
  password !== '' &&
  verifyPassword({
    organization: organization.name,
    // Rows of older imports do not name the format of their password, so their organization does.
    type: (passwordType || organization.passwordType) as PasswordType,
    stored: password,
    password: chosen,
    userSalt: passwordSalt,
    organizationSalt: organization.passwordSalt,
  });

/** The former passwords of a user, the newest first. */
const formerOf = ({ sql, store }: Place, { owner, name }: PasswordOwner) =>
  sql(store('used-password').table)
    .where({ owner, user: name })
    .orderBy([
      { column: 'created_time', order: 'desc' },
      { column: 'id', order: 'desc' },
    ]);

/** Refuses a password that the user has or had, as far back as their organization compares. */
export async function refuseUsed(
  place: Place,
  user: PasswordOwner,
  chosen: string,
  organization: HistoryRules,
  { mustDiffer = false } = {},
): Promise<void> {
  const { passwordHistory: limit } = organization;
  if ((limit > 0 || mustDiffer) && (await isSame(chosen, user, organization))) throw new Refusal('password-unchanged');
  if (limit < 2) return;
  const { fromRow } = place.store('used-password');
  for (const row of await formerOf(place, user).limit(limit - 1))
    if (await isSame(chosen, fromRow(row) as unknown as UsedPassword, organization))
      throw new Refusal('password-used', { limit });
}

/** Keeps the password that a new one replaces, and forgets those that nothing is compared with any more. */
export async function keepUsed(
  place: Place,
  user: PasswordOwner,
  { passwordHistory }: Pick<Organization, 'passwordHistory'>,
  now: Date,
): Promise<void> {
  const { owner, name, password, passwordSalt, passwordType } = user;
  const { table, toRow } = place.store('used-password');
  const kept = Math.max(passwordHistory - 1, 0);
  if (kept > 0 && password)
    await place.sql(table).insert(
      toRow({
        ...{ owner, id: randomUUID(), user: name, version: 1, createdTime: now.toISOString() },
        ...{ password, passwordSalt, passwordType },
      }),
    );
  const outdated = formerOf(place, user).offset(kept).select('id');
  await place.sql(table).where({ owner, user: name }).whereIn('id', outdated).delete();
}

/** Forgets all former passwords in an organization that stops comparing with them. */
export const forgetUsed = ({ sql, store }: Place, owner: string) =>
  sql(store('used-password').table).where({ owner }).delete();
