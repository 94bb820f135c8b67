import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import {
  type Attempt,
  type CommonForm,
  defineMethod,
  type Entrance,
  type Guess,
  type Proven,
} from '../contracts/method.ts';
import { addressCounter } from '../locks/guesses.ts';
import { callbackGuesses } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';
import { accountOf, answerFields } from '../services/answer.ts';
import { type OpenRequest, providerRequests } from '../services/requests.ts';
import { usableProvider } from '../services/usable-provider.ts';
import { proveAccount } from './prove-account.ts';

const fields = {
  provider: z.string().max(100).default('').describe('Name of the provider that proved the identity.'),
  method: z
    .string()
    .max(20)
    .default('')
    .describe('`signup`, as programs of Casdoor 2022 say for both sign-in and sign-up.'),
  ...answerFields,
};

type Form = CommonForm & z.output<z.ZodObject<typeof fields>>;

/** The request belongs to this provider, application and organization. */
const isFor = ({ provider, application, owner }: OpenRequest, form: Form, entrance: Entrance): boolean =>
  provider === form.provider && application === entrance.application.name && owner === entrance.owner;

async function userOf(deps: AccountDeps, attempt: Attempt<Form>, request: OpenRequest): Promise<Proven> {
  const { form, context, entrance, browser } = attempt;
  const { application, owner } = entrance;
  const usable = await usableProvider(deps, form.provider, application, owner);
  const { provider } = usable;
  const asked = { provider, organization: application.organization, userAgent: browser.userAgent, now: context.now };
  const account = await accountOf(deps, request, form, asked);
  return proveAccount(deps, { context, entrance, usable, account });
}

async function begin(deps: AccountDeps, attempt: Attempt<Form>): Promise<Guess> {
  const { form, context, entrance, browser } = attempt;
  const [guesses] = callbackGuesses(context.clientIp);

  async function judge() {
    const found = { state: form.state, browser: browser.requestCookie, now: context.now };
    const unknown = new Refusal('provider-request-unknown');
    try {
      // It is used up before anything is sent, so that no second answer can follow.
      const request = await providerRequests(deps).take(found, 'signin', 'unsolicited');
      if (isFor(request, form, entrance)) return await userOf(deps, attempt, request);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== unknown.code) throw error;
    }
    return { user: undefined, refusal: async () => unknown };
  }

  return { found: undefined, counters: [guesses, addressCounter(context.clientIp)], judge };
}

/** The answer of another service that proved the user's identity. */
export const provider = defineMethod({
  name: 'provider',
  amr: ['fed'],
  fields,
  hasNoForm: true,
  isMeant: (form) => form.provider !== '' && form.username === '',
  isOffered: ({ providers }) => providers.length > 0,
  begin,
});
