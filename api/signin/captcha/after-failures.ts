import type { Application } from '@doorwright/crds/kinds/application.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { networkOf } from '../../http/client-address.ts';
import { type Counter, counter, forget, paced, type SoFar } from '../locks/guesses.ts';
import { providerOf } from '../place/applications.ts';
import type { AccountDeps } from '../place/deps.ts';
import { type CaptchaAnswer, judgeCaptcha } from './prove.ts';

/** The wrong passwords after which a sign-in asks for a captcha, for an hour. They begin the first lock too. */
const most = { inARow: 5, fromNetwork: 50 };
const hour = { window: 60, firstLock: 1, longestLock: 1, quiet: 60 };
/** These counters lock nobody: others lock long before they reach it. */
const unreached = 100_000;

export interface Failures {
  inARow: Counter;
  fromNetwork: Counter;
}

/**
 * Counts wrong passwords for a name as it was typed, so the question says nothing about who exists, nor that two names are of one user (S25). A
 * browser that the user has used before has its own counter (S24).
 */
export const failuresOf = ({
  owner,
  typed,
  device = '',
  clientIp,
}: Record<'owner' | 'typed' | 'clientIp', string> & { device: string | undefined }): Failures => ({
  inARow: paced(hour, counter(unreached, 'failed sign-ins', owner, typed, ...(device && [device]))),
  fromNetwork: paced(hour, counter(unreached, 'failed sign-ins from', networkOf(clientIp))),
});

interface Attempt {
  application: Application;
  failures: Failures;
  soFar: SoFar;
  answer: CaptchaAnswer;
}

interface Judged {
  /** Why the password is not judged. */
  refusal?: Refusal;
  /** Forgets the failures of the name after a right password, if there are any. */
  forgetting?: { useUp: (sql: Sql) => Promise<void> };
}

/** Asks for the captcha of an application after wrong passwords. A wrong captcha does not count as a wrong password. */
export async function askAfterFailures(
  deps: AccountDeps,
  { application, failures: { inARow, fromNetwork }, soFar, answer }: Attempt,
  context: Pick<RequestContext, 'now' | 'clientIp'>,
): Promise<Judged> {
  const row = soFar(inARow);
  const judged: Judged = row > 0 ? { forgetting: { useUp: (sql) => forget(sql, inARow) } } : {};
  if (row < most.inARow && soFar(fromNetwork) < most.fromNetwork) return judged;
  const provider = await providerOf(deps, application, 'Captcha');
  if (!provider) return judged;
  if (!answer.answer) return { refusal: new Refusal('captcha-required') };
  if (await judgeCaptcha(deps, { provider, place: application }, answer, context)) return judged;
  throw new Refusal('captcha-failed');
}
