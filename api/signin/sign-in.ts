import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../core/errors.ts';
import { type RequestContext, recordIf } from '../core/objects/records.ts';
import type { Sql } from '../db/knex.ts';
import { cachedObjectsOf } from '../kinds/cached-objects.ts';
import { openSession, signedInPart } from '../kinds/session/sessions.ts';
import type { AccountDeps } from './deps.ts';
import { countWrong, forgive, forgiveIf, isAnyLocked, locks, refuseLocked } from './locks/guesses.ts';
import { mayEnter } from './may-enter.ts';
import type { Browser, CommonForm, Entrance, SignInMethod } from './methods/method.ts';

/** The members of the form that the pipeline itself reads. A method reads its own besides. */
export interface SignInForm extends CommonForm {
  application: string;
  /** The organization of the user. Without one it is the application's. */
  organization: string;
  autoSignin: boolean;
}

export interface SignedIn {
  user: User;
  session: string;
  /** The master password was used, so somebody else signed in as the user. */
  isImpersonated: boolean;
}

async function entranceOf(
  deps: AccountDeps,
  { application: name, organization: asked }: SignInForm,
  method: SignInMethod,
): Promise<Entrance> {
  const { applicationNamed, organizationNamed } = cachedObjectsOf(deps);
  const application = await applicationNamed(name);
  if (!application) throw new Refusal('not-found', { kind: 'Application', id: name });
  if (!application.isEnabled) throw new Refusal('application-disabled');
  if (!method.isOffered(application)) throw new Refusal('unknown-login-type', { type: method.name });
  const organization = await organizationNamed(asked || application.organization);
  if (organization && !mayEnter(organization.name, application)) throw new Refusal('unauthorized');
  const { name: owner, phonePrefix } = organization ?? { name: asked, phonePrefix: '' };
  return { application, organization, owner, phonePrefix };
}

/**
 * Signs in by a method: refuses while a counter is locked, lets the method judge, counts what is wrong and opens a session for what is
 * right. Only a user who proves their identity learns that they are forbidden, so that they can ask why.
 */
export async function signIn(
  deps: AccountDeps,
  context: RequestContext,
  { method, form, browser }: { method: SignInMethod; form: SignInForm; browser: Browser },
): Promise<SignedIn> {
  const { db, store } = deps;
  const { now, clientIp } = context;
  const entrance = await entranceOf(deps, form, method);
  const { organization, owner, application } = entrance;
  const { found, counters, judge } = await method.begin(deps, { form, context, entrance, browser });
  // A name that nobody has stays out of the records: it may be a password that was typed into the wrong field.
  if (organization) context.about = { organization: owner, ...(found && { object: `user ${owner}/${found.name}` }) };

  await refuseLocked(db, counters, now);
  const verdict = await judge();
  if (!verdict.user) {
    await countWrong(db, counters, now);
    throw await verdict.refusal();
  }
  const { user, isImpersonated = false, closedBy = [], changes, useUp, reason } = verdict;
  if (user.isForbidden) {
    // Guesses at the same time may have locked a counter.
    if (await isAnyLocked(db, closedBy, now)) throw new Refusal('sign-in-failed');
    await forgive(db, counters, now);
    throw new Refusal('user-forbidden');
  }

  const open = (sql: Sql) =>
    openSession(
      sql,
      {
        ...{ user, application: application.name, isImpersonated, isRemembered: form.autoSignin },
        ...{ clientIp, userAgent: browser.userAgent, now },
      },
      // Somebody who signs in as a user leaves no trace in what that user reads about themselves.
      isImpersonated
        ? { last_signin_ip: user.lastSigninIp }
        : { last_signin_time: now, last_signin_ip: clientIp, ...changes },
      {
        unless: locks([...counters, ...closedBy], now),
        parts: {
          forgiven: forgiveIf(signedInPart, counters[0], now),
          recorded: recordIf(signedInPart, store, context, {
            organization: user.owner,
            user: { owner: user.owner, name: user.name, isImpersonated },
            object: `user ${user.owner}/${user.name}`,
            ...(reason && { reason }),
          }),
        },
      },
    );
  async function refused(sql: Sql): Promise<never> {
    // Meanwhile, other guesses locked a counter, or somebody changed the password or forbade the user.
    await refuseLocked(sql, counters, now);
    throw new Refusal('sign-in-failed');
  }
  const session = useUp
    ? await db.transaction(async (sql) => {
        await useUp(sql);
        return (await open(sql)) ?? refused(sql);
      })
    : ((await open(db)) ?? (await refused(db)));
  return { user, session, isImpersonated };
}
