import { Refusal } from '../../core/errors.ts';
import { type RequestContext, recordIf } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import {
  newSessionValue,
  openSession,
  type SessionProof,
  sessionId,
  signedInPart,
} from '../../kinds/session/sessions.ts';
import type { Guess, Proven } from '../contracts/method.ts';
import { forgiveIf, locks, refuseLocked } from '../locks/guesses.ts';
import type { AccountDeps } from '../place/deps.ts';

interface Opening {
  proven: Proven;
  counters: Guess['counters'];
  application: string;
  isRemembered: boolean;
  userAgent: string;
  proof: SessionProof;
}

/**
 * Opens the session of a right guess, and records it. One statement does that, checks the locks again and resets the
 * first counter. Before it, the transaction uses up the proof, if that is possible only once.
 */
export async function openProvenSession(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  context: RequestContext,
  { proven, counters, application, isRemembered, userAgent, proof }: Opening,
): Promise<string> {
  const { user, isImpersonated = false, closedBy = [], useUp, reason } = proven;
  const { owner, name } = user;
  const { now, clientIp } = context;
  // Somebody who signs in as a user leaves no trace in what that user reads about themselves.
  const changes = isImpersonated
    ? { last_signin_ip: user.lastSigninIp }
    : { last_signin_time: now, last_signin_ip: clientIp, ...proven.changes };
  const value = newSessionValue();
  const subject = {
    ...{ organization: owner, object: `user ${owner}/${name}` },
    user: { owner, name, isImpersonated },
    session: sessionId(value),
  };

  const lifetimes = await cachedObjectsOf({ db, store }).organizationNamed(owner);
  if (!lifetimes) throw new Refusal('sign-in-failed');

  const open = async (sql: Sql): Promise<string> => {
    const session = {
      user,
      lifetimes,
      application,
      isImpersonated,
      isRemembered,
      clientIp,
      userAgent,
      now,
      proof,
      value,
    };
    const recorded = recordIf(signedInPart, context, { ...subject, ...(reason && { reason }) });
    const opened = await openSession(sql, session, changes, {
      unless: locks([...counters, ...closedBy], now),
      parts: { forgiven: forgiveIf(signedInPart, counters[0], now) },
      recorded,
    });
    if (opened) return opened;
    // Meanwhile, other guesses locked a counter, or somebody changed the password or forbade the user.
    await refuseLocked(sql, counters, now);
    throw new Refusal('sign-in-failed');
  };

  if (!useUp) return open(db);
  return db.transaction(async (sql) => {
    await useUp(sql);
    return open(sql);
  });
}
