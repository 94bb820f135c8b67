import { emit } from '@doorwright/crds/schema/schema.ts';
import { isPhoneIn, type PhoneRules } from '@doorwright/crds/values/written-forms.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { nameOf, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { record } from '../../core/objects/history/records.ts';
import { parsed } from '../../http/parsed-form.ts';
import type { Route } from '../../http/route.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { dialledNumber, storedNumber } from '../../kinds/user/phone-spellings.ts';
import { noteSending } from '../../providers/note-sending.ts';
import { refuseUnready, sendText } from '../../providers/sms/send.ts';
import { limits, spend } from '../../signin/locks/limits.ts';
import { nameIn } from '../../signin/place/applications.ts';
import type { PortalDeps } from '../../signin/place/portal-deps.ts';
import { callersProvider } from './callers-provider.ts';

const smsForm = z.object({
  content: z.string().max(500).default('').describe("Value for the parameter of the provider's template."),
  receivers: z.array(z.string().max(30)).max(50).default([]).describe('Phone numbers, with or without the prefix.'),
  organizationId: z
    .string()
    .max(201)
    .default('')
    .describe("`admin/` and the organization whose phone prefix applies. By default the caller's."),
});

/** The phone numbers in the form that services expect. A refusal names wrong and missing numbers. */
function phonesOf(receivers: readonly string[], rules: PhoneRules): string[] {
  const { phonePrefix } = rules;
  const plain = receivers.map((each) => storedNumber(each, phonePrefix));
  const wrong = receivers.filter((_, index) => !isPhoneIn(plain[index] ?? '', rules));
  if (wrong.length > 0 || receivers.length === 0)
    throw new Refusal('phones-invalid', { receivers: JSON.stringify(wrong).slice(0, 500) });
  return [...new Set(plain)].map((each) => dialledNumber(each, phonePrefix));
}

export function smsRoute(deps: PortalDeps): Route {
  const { db, egress } = deps;

  return {
    method: 'POST',
    path: '/api/send-sms',
    summary: 'Sends a text message through an SMS provider to each receiver, by the template of the provider.',
    tag: 'Service',
    permission: 'administrator',
    query: { provider: { about: 'Name of the SMS provider. By default that of the calling application.' } },
    body: emit(smsForm),
    handle: async ({ context, query, body }) => {
      const { content, receivers, organizationId } = parsed(smsForm, body);
      const { caller, now, clientIp } = context;
      const name = organizationId ? nameIn(organizationId) : (organizationOf(caller) ?? '');
      authorize('organizationAdmin', caller, { organization: name });
      const organization = await cachedObjectsOf(deps).organizationNamed(name);
      if (!organization) throw new Refusal('not-found', { kind: 'Organization', id: name });
      const provider = await callersProvider(deps, caller, { name: query.provider ?? '', category: 'SMS' });
      if (!provider) throw new Refusal('sms-provider-missing');
      refuseUnready(provider);
      if (!content) throw new Refusal('missing-parameter', { name: 'content' });
      const phones = phonesOf(receivers, organization);
      await spend(db, [limits.textsOf(nameOf(caller)), limits.textsFrom(clientIp), ...phones.map(limits.textsTo)], now);
      await noteSending({ db, provider, now }, async () => {
        for (const to of phones) await sendText({ provider, organization: name, to, code: content, now }, egress);
      });
      await record({ sql: db }, context, {
        organization: name,
        object: `provider ${provider.owner}/${provider.name}`,
      });
      return {};
    },
  };
}
