import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed, parsedStrictly } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { requireCaptcha } from '../captcha/prove.ts';
import { askedOf, type Claim } from '../codes/claim.ts';
import { codeSender } from '../codes/deliver.ts';
import { issueCode } from '../codes/issue.ts';
import { codeLetter } from '../codes/letter.ts';
import { addressed, checkContact, contactMeant, userOfContact } from '../codes/receiver.ts';
import { linkOffer } from '../links/offer.ts';
import { signInLinks } from '../links/sign-in-links.ts';
import { limits, spend } from '../locks/limits.ts';
import { requestDigest } from '../pipeline/half-sign-in.ts';
import type { SignInParts } from '../pipeline/parts.ts';
import { placeOf } from '../place/place.ts';
import { placeFields } from '../place/place-fields.ts';
import type { PortalDeps } from '../place/portal-deps.ts';

const text = (about: string, max = 254) => z.string().max(max).default('').describe(about);
const path = (about: string) =>
  z
    .string()
    .max(8000)
    .regex(/^\/([^/\\].*)?$/)
    .default('/')
    .describe(about);

const sendForm = z.object({
  type: text('The `type` of the sign-in form.', 100),
  application: text('Name of the application.', 100),
  organization: placeFields.organization,
  email: z.string().min(1).max(254).describe('Email of the user.'),
  autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  page: path('Path and query of the sign-in page, on this server.'),
  target: path('Where the console or account page goes on, on this server.'),
  checkType: text('Type of the captcha provider.', 100),
  checkId: text('Id of a built-in captcha.', 100),
  checkKey: text('Typed answer, or token of the captcha service.', 10_000),
});

const readForm = z.object({ ticket: z.string().min(1).max(200).describe('Fragment of the link.') });

const shown = z.object({
  application: z.string(),
  organization: z.string(),
  page: z.string().describe('Path and query of the page that requested the link.'),
  target: z.string().describe('Where the console or account page goes on.'),
  autoSignin: z.boolean(),
});

/** Routes of sign-in links: one sends a link, and one reads the sign-in that it belongs to. */
export function emailLinkRoutes(deps: PortalDeps & Pick<SignInParts, 'targets'>): Route[] {
  const { db, store, targets } = deps;
  const links = signInLinks(deps);

  const sendLink: Route = {
    method: 'POST',
    path: '/api/send-sign-in-link',
    summary:
      'Sends a link that signs in for this request, in this browser. The answer never says whether a user has the address.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    query: targets.query,
    body: emit(sendForm),
    async handle({ context, query, body, http }) {
      const form = parsed(sendForm, body);
      const opened = await targets.open(query, form);
      if (!opened) throw new Refusal('unknown-response-type', { type: form.type });
      const { application } = opened.request;
      if (!application.isEnabled) throw new Refusal('application-disabled');
      if (form.application && form.application !== application.name) throw new Refusal('unauthorized');
      if (!linkOffer.isOffered(application)) throw new Refusal('unknown-login-type', { type: linkOffer.name });
      const refused = await opened.request.check();
      if (refused) throw refused();
      const at = { application: application.name, organization: form.organization };
      const { organization } = await placeOf(deps, at);
      const { name, phonePrefix } = organization;
      context.about = { organization: name };
      const captcha = { type: form.checkType, id: form.checkId, answer: form.checkKey };
      await requireCaptcha(deps, application, captcha, context);
      const contact = contactMeant('email', form.email, organization);
      checkContact('email', contact, organization);
      const user = await userOfContact(deps, { organization: name, phonePrefix }, 'email', contact);
      const claim: Claim = {
        ...{ organization: name, application: application.name, purpose: 'link', user: user?.name ?? '' },
        ...addressed('email', contact, user),
      };
      // The answer must not depend on the user who has the address (S25). The job looks again.
      const { provider } = await codeSender(deps, 'email', { organization: name, application });
      await spend(db, [limits.codesTo(...askedOf(claim)), limits.codesFrom(context.clientIp)], context.now);
      const { page, target, autoSignin } = form;
      const request = requestDigest(opened.target, form, query);
      const kept = links.mark(http, { page, target, autoSignin, request });
      await db.transaction(async (sql) => {
        const issued = await issueCode({ sql, store }, { ...claim, provider: provider.name }, context, kept);
        await enqueue(sql, codeLetter, { ...issued, language: http.res.locals.language });
        await record({ sql }, context, {
          ...{ organization: name, ...(user && { object: `user ${name}/${user.name}` }) },
        });
      });
      return {};
    },
  };

  const readLink: Route = {
    method: 'POST',
    path: '/api/read-sign-in-link',
    summary: 'Reads the sign-in that a link belongs to, in the browser that requested it. The link stays valid.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(readForm),
    answer: { data: emit(shown) },
    async handle({ context, body, http }) {
      const { ticket } = parsedStrictly(readForm, body);
      await spend(db, [limits.linksFrom(context.clientIp)], context.now);
      const link = await links.find(ticket, links.browserOf(http.req), context.now);
      if (link.refusal) throw link.refusal;
      return { data: shown.parse(link) };
    },
  };

  return [sendLink, readLink];
}
