import type { User } from '@doorwright/crds/kinds/user.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from '../place/deps.ts';

const day = 24 * 60 * 60_000;

/**
 * Says whether a password is older than the organization allows. Nobody knows the age of a password from before this rule
 * existed, so its time begins with the first sign-in.
 */
export async function hasExpired(deps: AccountDeps, user: User, now: Date): Promise<boolean> {
  const { owner, name, password, passwordChangedTime } = user;
  const days = (await cachedObjectsOf(deps).organizationNamed(owner))?.passwordDays ?? 0;
  if (days === 0) return false;
  if (passwordChangedTime) return now.getTime() - Date.parse(passwordChangedTime) >= days * day;
  await deps
    .db(deps.store('user').table)
    .where({ owner, name, password, password_changed_time: null })
    .update({ password_changed_time: now });
  return false;
}
