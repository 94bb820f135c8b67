import type { Session } from '@doorwright/crds/kinds/session.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type Caller, platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { freshSeconds } from '../../core/fresh-proof.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { isByPassword } from '../../kinds/session/authentication-methods.ts';
import { mayChangeItem } from '../../kinds/user/account-items.ts';
import type { AccountDeps } from '../place/deps.ts';
import { requestLifetime } from './requests.ts';

const freshFor = 60 * 60_000;

/** For how long an administrator's password counts: at the beginning, and at the end of the longest request. */
export const passwordFor = { begin: freshSeconds * 1000, finish: freshSeconds * 1000 + requestLifetime };

const isAdministrator = ({ owner, isAdmin, isGlobalAdmin }: User) => isAdmin || isGlobalAdmin || owner === platform;

/** The last proof of a session by a method was the user's password. */
const hasPassword = ({ amr, authenticatedTime }: Session, withinMs: number, now: Date) =>
  isByPassword(amr) && Date.parse(authenticatedTime) + withinMs > now.getTime();

/**
 * The user of a session who may link an account. A link is a way in that outlasts the session, so the sign-in is at most an hour old, and
 * neither a master password nor a token of an application suffices. An administrator has just proved their password too (S30).
 */
export async function linkingUser(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  caller: Caller,
  { now, passwordWithinMs }: { now: Date; passwordWithinMs: number },
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
  const linking = user as unknown as User;
  if (isAdministrator(linking) && !hasPassword(opened as unknown as Session, passwordWithinMs, now))
    throw new Refusal('password-proof-required');
  return { user: linking, session };
}
