import { emit } from '@doorwright/crds/derive/schema.ts';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { defaultSignupItems } from '@doorwright/crds/options/signup-items.ts';
import { isSignInCategory } from '@doorwright/crds/providers/sign-in-button.ts';
import { z } from 'zod';
import { platform } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';

import type { Route } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';
import { parsed } from '../parsed-form.ts';
import { accountOf, answerFields } from './answer.ts';
import { fieldsFrom } from './new-user.ts';
import { providerRequests } from './requests.ts';

/** The provider of a test. Its requests go out as those of the first organization that uses it. */
export async function providerToTest({ db, store }: Pick<AccountDeps, 'db' | 'store'>, name: string) {
  const provider = (await store('provider').findFor(db, platform, 'admin', name)) as Provider | undefined;
  if (!provider || !isSignInCategory(provider)) throw new Refusal('not-found', { kind: 'Provider', id: name });
  return { provider, organization: provider.organizations[0] ?? platform };
}

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
    const mapped = fieldsFrom(account, { signupItems: defaultSignupItems }, { phonePrefix: '' });
    context.recordAlso = context.about;
    return { data: profile.claims, data2: { ...mapped, id: profile.id } };
  },
});
