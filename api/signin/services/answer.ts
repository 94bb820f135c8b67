import { z } from 'zod';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { finishSignIn } from '../../providers/oauth/sign-in.ts';
import type { AccountDeps } from '../deps.ts';
import type { Account } from './links.ts';
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

/** The query of the callback. A program of Casdoor 2022 sends only its code. */
const queryOf = ({ answer, code, state }: AnswerForm): URLSearchParams =>
  new URLSearchParams(answer || { code, state });

/** Exchanges an answer for the account at the service. An answer that came back to another address was made for another provider. */
export async function accountOf(
  { egress }: Pick<AccountDeps, 'egress'>,
  request: OpenRequest,
  form: AnswerForm,
  { provider, organization, userAgent }: Pick<Usable, 'provider'> & { organization: string; userAgent: string },
): Promise<Account> {
  const { redirectUri, kept } = request;
  if (form.redirectUri !== redirectUri) throw new Refusal('provider-request-unknown');
  const way = egress.for(egressOwnerOf(provider, organization));
  const visit = { provider, way, redirectUri, state: form.state, userAgent };
  return { provider, profile: await finishSignIn({ ...visit, answer: queryOf(form), kept }) };
}
