import { z } from 'zod';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { finishSignIn } from '../../providers/sign-in/sign-in.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { Account } from './links.ts';
import { ownKeysFor } from './own-keys.ts';
import { ticketFor } from './posted-tickets.ts';
import type { OpenRequest } from './requests.ts';
import type { Usable } from './usable-provider.ts';

/** The members of a form with the answer of a provider. */
export const answerFields = {
  state: z.string().max(200).default('').describe('The state that came back from the provider.'),
  answer: z
    .string()
    .max(8000)
    .default('')
    .describe("The query with which the provider sent the browser back. It includes the provider's code."),
  code: z.string().max(4000).default('').describe("The provider's code, for a program that sends no `answer`."),
  redirectUri: z.string().max(500).default('').describe('The address to which the provider sent the browser.'),
};

export type AnswerForm = z.output<z.ZodObject<typeof answerFields>>;

/**
 * The query of the callback. A program of Casdoor 2022 sends only its code. A SAML identity provider posted its response, which the request
 * keeps.
 */
const queryOf = ({ answer: posted }: OpenRequest, { answer, code, state }: AnswerForm): URLSearchParams =>
  new URLSearchParams(posted ? { SAMLResponse: posted } : answer || { code, state });

/** Exchanges an answer for the account at the service. An answer that came back to another address was made for another provider. */
export async function accountOf(
  deps: Pick<AccountDeps, 'egress' | 'db' | 'store'>,
  request: OpenRequest,
  form: AnswerForm,
  {
    provider,
    organization,
    userAgent,
    now,
  }: Pick<Usable, 'provider'> & {
    organization: string;
    userAgent: string;
    now: Date;
  },
): Promise<Account> {
  const { redirectUri, kept } = request;
  if (form.redirectUri !== redirectUri) throw new Refusal('provider-request-unknown');
  const way = deps.egress.for(egressOwnerOf(provider, organization));
  const visit = {
    provider,
    way,
    redirectUri,
    state: form.state,
    userAgent,
    now,
    ownKeys: ownKeysFor(deps, provider, now),
    postedTicket: ticketFor(deps, provider, now),
  };
  return { provider, profile: await finishSignIn({ ...visit, answer: queryOf(request, form), kept }) };
}
