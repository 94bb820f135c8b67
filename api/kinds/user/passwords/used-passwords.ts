import { randomUUID } from 'node:crypto';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { UsedPassword } from '@doorwright/crds/kinds/used-password.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../../core/errors.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import { isOwnPassword, passwordTypeOf, type Stored } from './own-password.ts';
import { hashPassword } from './passwords.ts';

type Place = Pick<Work, 'sql' | 'store'>;
export type PasswordOwner = Pick<User, 'owner' | 'name' | 'mustChangePassword'> & Stored;
type Types = Pick<Organization, 'name' | 'passwordType' | 'passwordSalt'>;
export type HistoryRules = Types & Pick<Organization, 'passwordHistory' | 'passwordDays'>;

/** The former passwords that a new one is compared with. The present one counts too. */
const keptOf = (history: number) => Math.max(history - 1, 0);

const newestFirst = [
  { column: 'created_time', order: 'desc' },
  { column: 'id', order: 'desc' },
];

const formerOf = ({ sql, store }: Place, { owner, name }: Pick<User, 'owner' | 'name'>) =>
  sql(store('used-password').table).where({ owner, user: name }).orderBy(newestFirst);

/**
 * Refuses a password that the user has or had, as far back as their organization compares. Where a password must be replaced, the
 * same one again would replace nothing.
 */
export async function refuseUsed(
  place: Place,
  user: PasswordOwner,
  chosen: string,
  organization: HistoryRules,
): Promise<void> {
  const { passwordHistory: limit, passwordDays } = organization;
  const mustDiffer = limit > 0 || passwordDays > 0 || user.mustChangePassword;
  if (mustDiffer && user.password && (await isOwnPassword(chosen, user, organization)))
    throw new Refusal('password-unchanged');
  const { fromRow } = place.store('used-password');
  for (const row of await formerOf(place, user).limit(keptOf(limit)))
    if (await isOwnPassword(chosen, fromRow(row) as unknown as UsedPassword & Stored, organization))
      throw new Refusal('password-used', { limit });
}

/** A password as the history stores it: with the name of its type, and readable ones as a digest (S33). */
async function asKept(stored: Stored, organization: Types) {
  const type = passwordTypeOf(stored, organization);
  if (type !== 'plain') return { ...stored, passwordType: type };
  return hashPassword({ organization: organization.name, type: 'argon2id', password: stored.password });
}

/** Keeps the password that a new one replaces, and forgets passwords that are no longer compared. */
export async function keepUsed(
  place: Place,
  user: PasswordOwner,
  organization: HistoryRules,
  now: Date,
): Promise<void> {
  const { owner, name, password, passwordSalt, passwordType } = user;
  const { table, toRow } = place.store('used-password');
  const kept = keptOf(organization.passwordHistory);
  if (kept > 0 && password)
    await place.sql(table).insert(
      toRow({
        ...{ owner, id: randomUUID(), user: name, version: 1, createdTime: now.toISOString() },
        ...(await asKept({ password, passwordSalt, passwordType }, organization)),
      }),
    );
  const outdated = formerOf(place, user).offset(kept).select('id');
  await place.sql(table).where({ owner, user: name }).whereIn('id', outdated).delete();
}

/** Forgets the former passwords beyond those that an organization still compares with. */
export async function forgetBeyond({ sql, store }: Place, owner: string, history: number): Promise<void> {
  const { table } = store('used-password');
  const numbered = sql(table)
    .where({ owner })
    .select('id')
    .rowNumber('age', (window) => window.partitionBy('user').orderBy(newestFirst))
    .as('numbered');
  const outdated = sql.from(numbered).where('age', '>', keptOf(history)).select('id');
  await sql(table).where({ owner }).whereIn('id', outdated).delete();
}
