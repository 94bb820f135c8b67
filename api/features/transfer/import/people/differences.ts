import type { Factor } from '@doorwright/crds/kinds/factor.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Passkey } from '@doorwright/crds/kinds/passkey.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { isSame } from '../../../../core/objects/rules/empty-value.ts';
import type { Draft, Work } from '../../../../core/objects/rules/kind-hooks.ts';
import { isOwnPassword } from '../../../../kinds/user/passwords/own-password.ts';
import { digestsOfForeign } from '../../../../signin/factors/recovery-codes.ts';
import { hasOtherPasskeys } from './passkeys.ts';
import type { Person } from './person.ts';

/** A later sign-in here is no difference. A password is compared by itself. */
const untold = new Set(['lastSigninTime', 'password']);

/** The app with codes and the recovery codes of some users, by owner/name and type. */
export async function factorsOfPeople({ sql, store }: Work, users: readonly Draft[]): Promise<Map<string, Factor>> {
  if (users.length === 0) return new Map();
  const { table, fromRow } = store('factor');
  const rows = await sql(table).whereRaw(
    '(owner, "user") IN (SELECT * FROM unnest(CAST(? AS text[]), CAST(? AS text[])))',
    [users.map(({ owner }) => owner), users.map(({ name }) => String(name))],
  );
  const factors = rows.map((row) => fromRow(row) as unknown as Factor & { owner: string });
  return new Map(factors.map((each) => [`${each.owner}/${each.user} ${each.type}`, each]));
}

/** The stored password is another one. A digest that became ours at a sign-in counts as another. */
async function hasOtherPassword({ user, plain }: Person, known: Draft, organization: Organization): Promise<boolean> {
  if (plain) return !(await isOwnPassword(plain, known as unknown as User, organization));
  if (!user.password) return false;
  return (['password', 'passwordSalt', 'passwordType'] as const).some((name) => user[name] !== known[name]);
}

/** Codes that were used are no difference, but others than those of the source are one. */
function hasOtherCodes({ codes }: Person, known: Draft, stored: Factor | undefined, { box }: Work): boolean {
  const wanted = new Set(digestsOfForeign(box, { id: String(known.id) }, codes));
  if (wanted.size === 0) return false;
  return !stored?.digests.every((each) => wanted.has(each));
}

interface Compared {
  known: Draft;
  factors: ReadonlyMap<string, Factor>;
  /** Those of the source that are stored here, by id. */
  passkeys: ReadonlyMap<string, Passkey>;
  organization: Organization;
}

/** The names of what a user has otherwise than the source says. */
export async function differencesOf(
  person: Person,
  { known, factors, passkeys, organization }: Compared,
  work: Work,
): Promise<string[]> {
  const { user, names, app } = person;
  const factor = (type: string) => factors.get(`${known.owner}/${known.name} ${type}`);
  const fields = [...names].filter((name) => !untold.has(name) && !isSame(user[name], known[name]));
  const extras = {
    digest: await hasOtherPassword(person, known, organization),
    totp: app !== undefined && factor('totp')?.secret !== app.toString('base64url'),
    recoveryCodes: hasOtherCodes(person, known, factor('recovery'), work),
    passkeys: hasOtherPasskeys(person, known, passkeys),
  };
  return [...fields, ...Object.entries(extras).flatMap(([name, differs]) => (differs ? [name] : []))].sort();
}
