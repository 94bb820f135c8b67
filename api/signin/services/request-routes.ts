import { emit } from '@doorwright/crds/derive/schema.ts';
import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { platform } from '../../core/callers.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/records.ts';
import type { Route } from '../../http/route.ts';
import { beginSignIn } from '../../providers/sign-in/sign-in.ts';
import { applicationNamed } from '../applications.ts';
import type { AccountDeps } from '../deps.ts';
import { limits, spend } from '../locks/limits.ts';
import { parsed } from '../parsed-form.ts';
import { placeOf } from '../place.ts';
import { linkingUser } from './linking-user.ts';
import { ownKeysFor } from './own-keys.ts';
import { providerRequests, purposes } from './requests.ts';
import { providerToTest } from './test-route.ts';
import { usableProvider } from './usable-provider.ts';

const requestForm = z.object({
  purpose: z
    .enum(purposes)
    .default('signin')
    .describe(
      '`signin` signs in or up, `link` links the account to the signed-in user, `test` only shows what comes back.',
    ),
  provider: z.string().min(1).max(100).describe('Name of the provider.'),
  application: z.string().max(100).default('').describe('Name of the application. A test needs none.'),
  organization: z
    .string()
    .max(100)
    .default('')
    .describe("Organization of the user. By default it is the application's."),
  autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  page: z
    .string()
    .max(8000)
    .regex(/^\/([^/\\].*)?$/)
    .default('/')
    .describe('Path and query of the page that the browser leaves, on this server.'),
});

type Form = z.output<typeof requestForm>;

/** The provider, and the organizations of the request: of its user, and of the addresses that it calls. */
async function openedFor(deps: AccountDeps, context: RequestContext, form: Form) {
  const { caller, now } = context;
  if (form.purpose === 'test') {
    authorize('globalAdmin', caller, {});
    const { provider, organization } = await providerToTest(deps, form.provider);
    return { provider, owner: platform, caller: organization, session: '' };
  }
  if (form.purpose === 'link') {
    const { application } = await applicationNamed(deps, form.application);
    const { user, session } = await linkingUser(deps, caller, now);
    const { provider } = await usableProvider(deps, form.provider, application, user.owner);
    return { provider, owner: user.owner, caller: application.organization, session };
  }
  const { application, organization } = await placeOf(deps, form);
  const { provider, item } = await usableProvider(deps, form.provider, application, organization.name);
  if (!item.canSignIn && !item.canSignUp) throw new Refusal('provider-not-enabled', { name: provider.name });
  return { provider, owner: organization.name, caller: application.organization, session: '' };
}

/** The routes of a request to a provider, before its answer. */
export function providerRequestRoutes(deps: AccountDeps): Route[] {
  const requests = providerRequests(deps);
  const origin = deps.config.DOORWRIGHT_ORIGIN;

  const beginRequest: Route = {
    method: 'POST',
    path: '/api/begin-provider-request',
    summary: 'Begins a sign-in, a link or a test at a provider. data is the address to which the browser goes.',
    tag: 'Account',
    permission: 'anyone',
    setsSession: true,
    body: emit(requestForm),
    answer: { data: { type: 'string', description: 'Address at the provider.' } },
    async handle({ context, body, http }) {
      const form = parsed(requestForm, body);
      await spend(deps.db, [limits.providerRequestsFrom(context.clientIp)], context.now);
      const { provider, owner, caller, session } = await openedFor(deps, context, form);
      context.about = { organization: owner, object: `provider admin/${provider.name}` };
      const redirectUri = `${origin}${callbackPathOf(provider)}`;
      const state = requests.newState();
      const { address, kept } = await beginSignIn({
        provider,
        way: deps.egress.for(egressOwnerOf(provider, caller)),
        redirectUri,
        state,
        userAgent: http.req.get('User-Agent') ?? '',
        now: context.now,
        ownKeys: ownKeysFor(deps, provider, context.now),
      });
      const { purpose, application, page, autoSignin } = form;
      const opened = {
        owner,
        provider: provider.name,
        application,
        purpose,
        redirectUri,
        page,
        autoSignin,
        kept,
        session,
        answer: '',
      };
      await requests.keep(http, state, opened, context.now);
      return { data: address };
    },
  };

  const getRequest: Route = {
    method: 'GET',
    path: '/api/get-provider-request',
    summary:
      'The request of this browser that a provider answered, for the page that the provider sent the browser to.',
    tag: 'Account',
    permission: 'anyone',
    query: { state: { about: 'The state in the address.', required: true } },
    answer: {
      data: {
        type: 'object',
        properties: {
          ...Object.fromEntries(
            ['purpose', 'provider', 'application', 'organization', 'page'].map((name) => [name, { type: 'string' }]),
          ),
          autoSignin: { type: 'boolean' },
        },
      },
    },
    async handle({ context, query: { state = '' }, http }) {
      const found = { state, browser: requests.browserOf(http.req), now: context.now };
      const { purpose, provider, application, owner, page, autoSignin } = await requests.look(found);
      return { data: { purpose, provider, application, organization: owner, page, autoSignin } };
    },
  };

  return [beginRequest, getRequest];
}
