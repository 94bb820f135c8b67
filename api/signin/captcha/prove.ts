import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Provider, provider as providerKind } from '@doorwright/crds/kinds/provider.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import { proveHuman } from '../../providers/captcha/prove-human.ts';
import { providerOf } from '../applications.ts';
import { isGuessedAt } from '../locks/code-budget.ts';
import { refuseLocked } from '../locks/guesses.ts';
import { captchaGuesses, spend } from '../locks/limits.ts';
import type { PortalDeps } from '../portal-deps.ts';
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
  deps: PortalDeps,
  { name, organization, providers }: Door,
  now: Date,
): Promise<Provider | undefined> {
  const own = await providerOf(deps, { organization, providers }, 'Captcha');
  if (own) return own;
  return (await isGuessedAt(deps.db, { organization, application: name }, now)) ? ours : undefined;
}

/**
 * Says whether the captcha of this application is solved. The application decides on the type, and the form must
 * name the same.
 */
export async function isCaptchaSolved(
  deps: PortalDeps,
  { name, organization, providers }: Door,
  { type, id, answer }: CaptchaAnswer,
  context: Pick<RequestContext, 'now' | 'clientIp'>,
): Promise<boolean | 'none'> {
  const provider = await captchaOf(deps, { name, organization, providers }, context.now);
  if (!provider) return 'none';
  if (type !== provider.type || !answer) return false;
  const counters = captchaGuesses(context.clientIp);
  await refuseLocked(deps.db, counters, context.now);
  const isRight = await proveHuman(
    { id, answer },
    {
      provider,
      way: deps.egress.for(egressOwnerOf(provider, organization)),
      isSolved: (given) => isSolved(deps, { organization, application: name, ...given }, context.now),
    },
  );
  if (!isRight) await spend(deps.db, counters, context.now);
  return isRight;
}

/** Requires a captcha where the application has one, or needs one for a while. */
export async function requireCaptcha(...asked: Parameters<typeof isCaptchaSolved>): Promise<void> {
  if ((await isCaptchaSolved(...asked)) === false) throw new Refusal('captcha-failed');
}
