import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { z } from 'zod';
import { type Caller, isGlobalAdmin, nameOf, organizationOf, platform } from '../../core/callers.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { sendMail, tryMailServer } from '../../providers/email/send.ts';
import { noteSending } from '../../providers/note-sending.ts';
import { limits, spend } from '../../signin/locks/limits.ts';
import type { PortalDeps } from '../../signin/place/portal-deps.ts';
import { callersProvider } from './callers-provider.ts';
import { previewMailRoute } from './preview-mail.ts';

const mailForm = z.object({
  title: z.string().max(200).default('').describe('Subject.'),
  content: z.string().max(100_000).default('').describe('Text, as HTML.'),
  sender: z.string().max(100).default('').describe('Name shown as the sender.'),
  receivers: z
    .array(z.string().max(254))
    .max(50)
    .default([])
    .describe('Addresses. `TestSmtpServer` alone connects to the mail server and signs in, but sends nothing.'),
  provider: z
    .string()
    .max(100)
    .default('')
    .describe('Name of the Email provider. By default that of the calling application.'),
});

/** Each mailbox once, in whatever spelling: the limit counts every spelling as one. */
const mailboxes = (receivers: readonly string[]): string[] => [
  ...new Map(receivers.map(plainEmail).map((each) => [each.toLowerCase(), each])).values(),
];

export function mailRoutes(deps: PortalDeps): Route[] {
  const { db, egress } = deps;
  const { hostname: host } = new URL(deps.config.DOORWRIGHT_ORIGIN);

  async function emailProvider(caller: Caller, name: string): Promise<Provider> {
    const provider = await callersProvider(deps, caller, { name, category: 'Email' });
    if (!provider) throw new Refusal('email-provider-missing');
    return provider;
  }

  const sendEmail: Route = {
    method: 'POST',
    path: '/api/send-email',
    summary: 'Sends a mail through an Email provider to each receiver, or tests the mail server.',
    tag: 'Service',
    permission: 'administrator',
    body: emit(mailForm),
    handle: async ({ context, body }) => {
      const form = parsed(mailForm, body);
      const { caller, now, clientIp } = context;
      const isTrial = form.receivers.length === 1 && form.receivers[0] === 'TestSmtpServer';
      const provider = await emailProvider(caller, form.provider);
      const to = isTrial ? [] : mailboxes(form.receivers);
      const organization = isGlobalAdmin(caller) ? platform : (organizationOf(caller) ?? '');
      const postman = { way: egress.for(egressOwnerOf(provider, organization)), host };
      await spend(db, [limits.mailsOf(nameOf(caller)), limits.mailsFrom(clientIp), ...to.map(limits.mailsTo)], now);
      const noting = { db, provider, now };
      if (isTrial) await noteSending(noting, () => tryMailServer(provider, postman));
      else {
        for (const name of ['title', 'content', 'sender'] as const)
          if (!form[name]) throw new Refusal('missing-parameter', { name });
        if (to.length === 0) throw new Refusal('receivers-invalid', { receivers: '[]' });
        await noteSending(noting, () => sendMail(provider, { ...form, receivers: to }, postman));
      }
      await record({ sql: db }, context, { object: `provider ${provider.owner}/${provider.name}` });
      return {};
    },
  };

  return [sendEmail, previewMailRoute(deps.config)];
}
