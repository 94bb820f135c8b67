import type { User } from '@doorwright/crds/kinds/user.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import {
  type Attempt,
  type CommonForm,
  defineMethod,
  type Guess,
  type Proven,
  type Wrong,
} from '../contracts/method.ts';
import { linkOffer } from '../links/offer.ts';
import { type SignInLink, signInLinks } from '../links/sign-in-links.ts';
import { linkGuesses } from '../locks/limits.ts';
import type { AccountDeps } from '../place/deps.ts';

const fields = {
  link: z.string().max(200).default('').describe('Ticket of a link that was sent to the email: its fragment.'),
};

type Form = CommonForm & z.output<z.ZodObject<typeof fields>>;

const wrong = (refusal: Refusal): Wrong => ({ user: undefined, refusal: async () => refusal });

async function begin(deps: AccountDeps, { form, context, entrance, browser, request }: Attempt<Form>): Promise<Guess> {
  const { owner, application } = entrance;
  const counters = linkGuesses(context.clientIp);
  const link = await signInLinks(deps)
    .find(form.link, browser.linkCookie, context.now)
    .catch((error: unknown) => {
      if (error instanceof Refusal) return error;
      throw error;
    });
  if (link instanceof Refusal) return { found: undefined, counters, judge: async () => wrong(link) };
  const { organization, user: name } = link;
  // A record of this organization names no user of another one.
  const user =
    organization === owner
      ? ((await deps.store('user').find(deps.db, organization, name)) as unknown as User | undefined)
      : undefined;

  /** Whether the link is for this sign-in, and the email still that of the user. */
  const isFor = (found: User | undefined, { email }: SignInLink): found is User =>
    link.application === application.name &&
    link.request === request &&
    found !== undefined &&
    !found.isDeleted &&
    found.email === email;

  async function judge(): Promise<Proven | Wrong> {
    if (link instanceof Refusal) return wrong(link);
    if (link.refusal) return wrong(link.refusal);
    if (!isFor(user, link)) return wrong(new Refusal('link-void'));
    return { user, useUp: link.useUp, reason: 'link', changes: { email_verified: true } };
  }

  return { found: user, counters, judge };
}

/** A link that was sent to the user's email. */
export const link = defineMethod({
  ...linkOffer,
  amr: ['otp'],
  fields,
  isMeant: (form) => form.link !== '',
  begin,
});
