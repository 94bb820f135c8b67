import { tableName } from '@doorwright/crds/derive/tables.ts';
import { type User, user as userKind } from '@doorwright/crds/kinds/user.ts';
import type { AccountDeps } from '../place/deps.ts';

const users = tableName(userKind);

/**
 * Keeps the country of a sign-in with the user, and tells whether it differs from all earlier ones. The first known country is not
 * reported, because earlier sign-ins may have come from anywhere. If two sign-ins come at once, only one of them is told that the
 * country is new.
 */
export async function noteCountry(
  { db }: Pick<AccountDeps, 'db'>,
  { id, signinCountries: earlier }: Pick<User, 'id' | 'signinCountries'>,
  country: string | undefined,
): Promise<boolean> {
  if (!country || earlier.includes(country)) return false;
  const added = JSON.stringify([country]);
  const kept = await db(users)
    .where({ id })
    .whereRaw('NOT signin_countries @> CAST(? AS jsonb)', [added])
    .update({ signin_countries: db.raw('signin_countries || CAST(? AS jsonb)', [added]) });
  return kept > 0 && earlier.length > 0;
}
