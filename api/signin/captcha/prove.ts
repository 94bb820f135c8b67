import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Provider, provider as providerKind } from '@doorwright/crds/kinds/provider.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { proveHuman } from '../../providers/captcha/prove-human.ts';
import { isGuessedAt } from '../locks/code-budget.ts';
import { refuseLocked } from '../locks/guesses.ts';
import { captchaGuesses, spend } from '../locks/limits.ts';
import { providerOf } from '../place/applications.ts';
import type { AccountDeps } from '../place/deps.ts';
import { isSolved } from './challenge.ts';

export interface CaptchaAnswer {
  /** The type of the provider, from `get-captcha`. */
  type: string;
  /** The id of one of our captchas. */
  id: string;
  /** The typed digits, or the token of the service that drew the captcha. */
  answer: string;
}

/** The other fields have the values of a new provider. */
const ours: Provider = providerKind.schema.parse({
  ...{ owner: 'admin', name: 'captcha', createdTime: new Date(0).toISOString(), version: 1 },
  ...{ category: 'Captcha', type: 'Default' },
});

type Door = Pick<Application, 'name' | 'organization' | 'providers'>;

/** The captcha of an application: its own, or ours while somebody guesses at its codes and it has none. */
export async function captchaOf(
  deps: AccountDeps,
  { name, organization, providers }: Door,
  now: Date,
): Promise<Provider | undefined> {
  const own = await providerOf(deps, { organization, providers }, 'Captcha');
  if (own) return own;
  return (await isGuessedAt(deps.db, { organization, application: name }, now)) ? ours : undefined;
}

interface Shown {
  provider: Provider;
  place: Pick<Door, 'name' | 'organization'>;
}

type Context = Pick<RequestContext, 'now' | 'clientIp'>;

/** Lets the provider judge an answer. Wrong answers of one network address end in a lock (S23). */
export async function judgeCaptcha(
  deps: AccountDeps,
  { provider, place: { name, organization } }: Shown,
  { type, id, answer }: CaptchaAnswer,
  { now, clientIp }: Context,
): Promise<boolean> {
  if (type !== provider.type || !answer) return false;
  const counters = captchaGuesses(clientIp);
  await refuseLocked(deps.db, counters, now);
  const isRight = await proveHuman(
    { id, answer },
    {
      ...{ provider, now, clientIp },
      way: deps.egress.for(egressOwnerOf(provider, organization)),
      host: new URL(deps.config.DOORWRIGHT_ORIGIN).hostname,
      isSolved: (given) => isSolved(deps, { organization, application: name, ...given }, now),
    },
  );
  if (!isRight) await spend(deps.db, counters, now);
  return isRight;
}

/** Requires a captcha where the application has one, or needs one for a while. */
export async function requireCaptcha(
  deps: AccountDeps,
  { name, organization, providers }: Door,
  answer: CaptchaAnswer,
  context: Context,
): Promise<void> {
  const provider = await captchaOf(deps, { name, organization, providers }, context.now);
  if (provider && !(await judgeCaptcha(deps, { provider, place: { name, organization } }, answer, context)))
    throw new Refusal('captcha-failed');
}
