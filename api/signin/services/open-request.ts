import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { z } from 'zod';
import { authorize } from '../../core/authorize.ts';
import { platform } from '../../core/callers.ts';
import { egressOwnerOf } from '../../core/egress/egress-owner.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { RouteRequest } from '../../http/route.ts';
import type { Begun } from '../../providers/oauth/sign-in-service.ts';
import { beginSignIn } from '../../providers/sign-in/sign-in.ts';
import { limits, spend } from '../locks/limits.ts';
import { applicationNamed } from '../place/applications.ts';
import type { AccountDeps } from '../place/deps.ts';
import { placeOf } from '../place/place.ts';
import { placeFields } from '../place/place-fields.ts';
import { linkingUser, passwordFor } from './linking-user.ts';
import { ownKeysFor } from './own-keys.ts';
import { ticketFor } from './posted-tickets.ts';
import { providerToTest } from './provider-to-test.ts';
import { providerRequests, purposes } from './requests.ts';
import { usableProvider } from './usable-provider.ts';

export const requestForm = z.object({
  purpose: z
    .enum(purposes)
    .default('signin')
    .describe(
      '`signin` signs in or up, `link` links the account to the signed-in user, `test` only shows what comes back.',
    ),
  provider: z.string().min(1).max(100).describe('Name of the provider.'),
  application: z.string().max(100).default('').describe('Name of the application. A test needs none.'),
  organization: placeFields.organization,
  autoSignin: z.boolean().default(false).describe('Stay signed in for 30 days.'),
  page: z
    .string()
    .max(8000)
    .regex(/^\/([^/\\].*)?$/)
    .default('/')
    .describe('Path and query of the page that the browser leaves, on this server.'),
});

export type RequestForm = z.output<typeof requestForm>;

/** The provider, and the organizations of the request: of its user, and of the addresses that it calls. */
async function openedFor(deps: AccountDeps, context: RequestContext, form: RequestForm) {
  const { caller, now } = context;
  if (form.purpose === 'test') {
    authorize('globalAdmin', caller, {});
    const { provider, organization } = await providerToTest(deps, form.provider);
    return { provider, owner: platform, caller: organization, session: '' };
  }
  if (form.purpose === 'link') {
    const { application } = await applicationNamed(deps, form.application);
    const { user, session } = await linkingUser(deps, caller, { now, passwordWithinMs: passwordFor.begin });
    const { provider } = await usableProvider(deps, form.provider, application, user.owner);
    return { provider, owner: user.owner, caller: application.organization, session };
  }
  const { application, organization } = await placeOf(deps, form);
  const { provider, item } = await usableProvider(deps, form.provider, application, organization.name);
  if (!item.canSignIn && !item.canSignUp) throw new Refusal('provider-not-enabled', { name: provider.name });
  return { provider, owner: organization.name, caller: application.organization, session: '' };
}

export interface Opened extends Begun {
  state: string;
}

/** Begins a sign-in, a link or a test at a provider, and keeps it for the browser. */
export async function openRequest(
  deps: AccountDeps,
  { context, http }: Pick<RouteRequest, 'context' | 'http'>,
  form: RequestForm,
): Promise<Opened> {
  const requests = providerRequests(deps);
  await spend(deps.db, [limits.providerRequestsFrom(context.clientIp)], context.now);
  const { provider, owner, caller, session } = await openedFor(deps, context, form);
  context.about = { organization: owner, object: `provider admin/${provider.name}` };
  const redirectUri = `${deps.config.DOORWRIGHT_ORIGIN}${callbackPathOf(provider)}`;
  const state = requests.newState();
  const begun = await beginSignIn({
    provider,
    way: deps.egress.for(egressOwnerOf(provider, caller)),
    redirectUri,
    state,
    userAgent: http.req.get('User-Agent') ?? '',
    now: context.now,
    ownKeys: ownKeysFor(deps, provider, context.now),
    postedTicket: ticketFor(deps, provider, context.now),
  });
  const { purpose, application, page, autoSignin } = form;
  const opened = { owner, provider: provider.name, application, purpose, redirectUri, page, autoSignin, session };
  await requests.keep(http, state, { ...opened, kept: begun.kept, answer: '' }, context.now);
  return { ...begun, state };
}
