import { defaultSignupItems } from '@doorwright/crds/options/signup-items.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { accountOf, answerFields } from '../../services/answer.ts';
import { fieldsFrom } from '../../services/new-user.ts';
import { providerToTest } from '../../services/provider-to-test.ts';
import { providerRequests } from '../../services/requests.ts';

const testForm = z.object(answerFields);
const object = { type: 'object', additionalProperties: true } as const;

/** Ends a test sign-in: it shows what came back, and the user that a sign-up would make. It makes none. */
export const testProviderRoute = (deps: AccountDeps): Route => ({
  method: 'POST',
  path: '/api/test-provider-sign-in',
  summary:
    'Ends a test at a provider. data is what the provider said, data2 the fields of the user that it would make.',
  tag: 'Provider',
  permission: 'globalAdmin',
  setsSession: true,
  body: emit(testForm),
  answer: { data: object, data2: object },
  async handle({ context, body, http }) {
    const form = parsed(testForm, body);
    const requests = providerRequests(deps);
    const found = { state: form.state, browser: requests.browserOf(http.req), now: context.now };
    const request = await requests.take(found, 'test');
    context.about = { object: `provider admin/${request.provider}` };
    const { provider, organization } = await providerToTest(deps, request.provider);
    const userAgent = http.req.get('User-Agent') ?? '';
    const account = await accountOf(deps, request, form, { provider, organization, userAgent, now: context.now });
    const { profile } = account;
    // The usual items of an application, with every address that a sign-up can take.
    const mapped = fieldsFrom(
      account,
      { signupItems: defaultSignupItems },
      { phonePrefix: '', allowForeignPhones: true },
    );
    context.recordAlso = context.about;
    return { data: profile.claims, data2: { ...mapped, id: profile.id } };
  },
});
