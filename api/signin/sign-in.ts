import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../core/errors.ts';
import { type RequestContext, recordIf } from '../core/objects/records.ts';
import { memoryOf } from '../kinds/cached-objects.ts';
import { openSession, signedIn } from '../kinds/session/sessions.ts';
import { findUser } from '../kinds/user/find-user.ts';
import { countedName } from '../kinds/user/normalize-login.ts';
import { knownCosts } from '../kinds/user/passwords/known-costs.ts';
import { hashPassword, isWeak } from '../kinds/user/passwords/passwords.ts';
import type { AccountDeps } from './deps.ts';
import {
  accountCounter,
  addressCounter,
  countWrong,
  deviceCounter,
  forgive,
  forgiveIf,
  locks,
  refuseLocked,
} from './locks/guesses.ts';
import { deviceOf } from './locks/known-devices.ts';
import { countMasterGuess, isMasterLocked, masterCounters } from './locks/master-guesses.ts';
import { mayEnter } from './may-enter.ts';
import { signInWithCode } from './methods/code.ts';
import { judgePassword, passwordTypeOf } from './methods/judge-password.ts';

export interface Credentials {
  application: string;
  organization: string;
  username: string;
  /** Without one, the code does. */
  password: string;
  code?: string;
  autoSignin: boolean;
}

interface SignedIn {
  user: User;
  session: string;
  /** By the master password: somebody else. */
  isImpersonated: boolean;
}

interface Browser {
  deviceCookie: string | undefined;
  userAgent: string;
}

interface Door {
  organization: Organization | undefined;
  entered: Application;
}

/** The application one signs in at and the organization one belongs to. */
async function doorOf(deps: AccountDeps, { application: name, organization, password }: Credentials): Promise<Door> {
  const { applicationNamed, organizationNamed } = memoryOf(deps);
  const entered = await applicationNamed(name);
  if (!entered) throw new Refusal('not-found', { kind: 'Application', id: name });
  const { isEnabled, enablePassword, enableCodeSignin } = entered;
  if (!isEnabled) throw new Refusal('application-disabled');
  const type = password ? 'password' : 'code';
  if (!(password ? enablePassword : enableCodeSignin)) throw new Refusal('unknown-login-type', { type });
  return { entered, organization: await organizationNamed(organization || entered.organization) };
}

/** The stored form that replaces a weak one, now that the password is at hand. */
async function upgraded(password: string, user: User, organization: Organization): Promise<Record<string, string>> {
  if (!organization.upgradePasswords || !isWeak(passwordTypeOf(user, organization))) return {};
  const made = await hashPassword({ whose: organization.name, type: 'argon2id', password });
  return { password: made.password, password_salt: made.passwordSalt, password_type: made.passwordType };
}

/**
 * Signs in with a password, or without one by code. A missing user, a deleted one and a wrong password get one answer in one time (S25). That
 * somebody is forbidden to sign in is told only to who proves to be him, since he is the one who must ask why.
 */
export async function signIn(
  deps: AccountDeps,
  context: RequestContext,
  credentials: Credentials,
  browser: Browser,
): Promise<SignedIn> {
  const { db, store, box } = deps;
  const { username, password, autoSignin, application } = credentials;
  const { entered, organization } = await doorOf(deps, credentials);
  if (organization && !mayEnter(organization.name, entered)) throw new Refusal('unauthorized');
  const owner = organization?.name ?? credentials.organization;
  const phonePrefix = organization?.phonePrefix ?? '';
  if (!password) {
    const { code = '' } = credentials;
    const signedIn = await signInWithCode(deps, context, {
      organization: owner,
      phonePrefix,
      application,
      contact: username.trim(),
      code,
      isRemembered: autoSignin,
      ...browser,
    });
    return { ...signedIn, isImpersonated: false };
  }
  const found = await findUser(db, store('user'), { organization: owner, phonePrefix, username });
  const user = found?.isDeleted ? undefined : found;

  // A name that nobody has is not written down: it may be a password typed into the wrong box.
  if (organization) context.about = { organization: owner, ...(found && { object: `user ${owner}/${found.name}` }) };

  const device = user && deviceOf(browser.deviceCookie, user.id, box);
  const name = user?.name ?? countedName(username, phonePrefix);
  const counters = [
    device ? deviceCounter(owner, name, device) : accountCounter(owner, name),
    addressCounter(context.clientIp),
  ] as const;
  await refuseLocked(db, counters, context.now);

  const guess = { address: context.clientIp, whose: user?.id ?? name, isKnownBrowser: device !== undefined };
  const masters = organization?.masterPassword ? masterCounters(owner, guess) : { counted: [], locking: [] };
  const isMasterClosed = async () =>
    masters.locking.length > 0 && (await isMasterLocked(db, masters.locking, context.now));
  const isShut = await isMasterClosed();
  const whose = await judgePassword(password, user, organization, isShut, (owner) => knownCosts(db, owner));
  if (!whose || !user || !organization) {
    await countMasterGuess(db, masters.counted, context.now);
    await countWrong(db, counters, context.now);
    throw new Refusal('sign-in-failed');
  }
  if (user.isForbidden) {
    // Guesses at the same time may have closed the way meanwhile.
    if (whose === 'master' && (await isMasterClosed())) throw new Refusal('sign-in-failed');
    await forgive(db, counters, context.now);
    throw new Refusal('user-forbidden');
  }
  const isImpersonated = whose === 'master';
  const changes = isImpersonated
    ? // Whoever signs in as somebody leaves no trace in what that person reads about himself.
      { last_signin_ip: user.lastSigninIp }
    : {
        last_signin_time: context.now,
        last_signin_ip: context.clientIp,
        ...(await upgraded(password, user, organization)),
      };

  const { userAgent } = browser;
  const { clientIp, now } = context;
  const session = await openSession(
    db,
    { user, application, isImpersonated, isRemembered: autoSignin, clientIp, userAgent, now },
    changes,
    {
      unless: locks(isImpersonated ? [...counters, ...masters.locking] : counters, now),
      parts: {
        forgiven: forgiveIf(signedIn, counters[0], now),
        recorded: recordIf(signedIn, store, context, {
          organization: user.owner,
          user: { owner: user.owner, name: user.name, isImpersonated },
          object: `user ${user.owner}/${user.name}`,
        }),
      },
    },
  );
  if (!session) {
    // Others used up the guesses while we compared, or the password was changed, or the user locked out.
    await refuseLocked(db, counters, now);
    throw new Refusal('sign-in-failed');
  }
  return { user, session, isImpersonated };
}
