import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Caller } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { mayChangeItem } from '../../kinds/user/account-items.ts';
import type { AccountDeps } from '../deps.ts';

const freshFor = 60 * 60_000;

/**
 * The user of a session who may link an account. A link is a way in that outlasts the session, so the sign-in is at most an hour old, and
 * neither a master password nor a token of an application suffices (S30).
 */
export async function linkingUser(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  caller: Caller,
  now: Date,
): Promise<{ user: User; session: string }> {
  if (caller.type !== 'user' || !caller.session) throw new Refusal('sign-in-first');
  if (caller.impersonated) throw new Refusal('impersonated');
  const { owner, name, session } = caller;
  const [user, opened, organization] = await Promise.all([
    store('user').find(db, owner, name),
    store('session').find(db, owner, session),
    cachedObjectsOf({ db, store }).organizationNamed(owner),
  ]);
  if (!user || !opened || !organization) throw new Refusal('sign-in-first');
  if (Date.parse(String(opened.createdTime)) + freshFor < now.getTime()) throw new Refusal('link-session-old');
  if (!mayChangeItem('self', '3rd-party logins', organization.accountItems))
    throw new Refusal('field-rule', { field: '3rd-party logins' });
  return { user: user as unknown as User, session };
}
