import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { egressOwnerOf } from '../../../core/egress/egress-owner.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RouteRequest } from '../../../http/route.ts';
import { refusedBy } from '../../../providers/oauth/sign-in-service.ts';
import { unsolicited } from '../../../providers/saml/response/finish.ts';
import { issuerNamedIn, judgeUnsolicited } from '../../../providers/saml/response/unsolicited.ts';
import { limits, spend } from '../../locks/limits.ts';
import type { AccountDeps } from '../../place/deps.ts';
import { ownKeysFor } from '../own-keys.ts';
import { ticketFor } from '../posted-tickets.ts';
import { providerRequests } from '../requests.ts';
import { usableProvider } from '../usable-provider.ts';
import { targetOf } from './target.ts';

/** More providers of one issuer are not tried. */
const mostOfIssuer = 20;

export interface Posted {
  response: string;
  relayState: string;
}

/** The providers of an issuer that may begin a sign-in, the oldest first. Organizations may share an identity provider, or name one falsely. */
async function providersOf({ db, store }: Pick<AccountDeps, 'db' | 'store'>, issuerUrl: string): Promise<Provider[]> {
  if (!issuerUrl) return [];
  const { table, fromRow } = store('provider');
  const rows = await db(table)
    .where({ owner: 'admin', category: 'SAML', issuer_url: issuerUrl, allow_unsolicited: true })
    .orderBy(['created_time', 'name'])
    .limit(mostOfIssuer);
  return rows.map((row) => fromRow(row) as unknown as Provider);
}

/** The providers that may have begun a response without a request. */
export async function providersThatMayBegin(deps: AccountDeps, { response }: Posted): Promise<Provider[]> {
  try {
    return await providersOf(deps, issuerNamedIn(response));
  } catch {
    // The text cannot be read, so no provider can have sent it.
    return [];
  }
}

type Asked = Pick<RouteRequest, 'context' | 'http'>;

/** Judges a response for one provider, and finds the application, whose organization the provider must serve. */
async function judgedFor(
  deps: AccountDeps,
  { context: { now }, http }: Asked,
  provider: Provider,
  { response, relayState, state }: Posted & { state: string },
) {
  const redirectUri = `${deps.config.DOORWRIGHT_ORIGIN}${callbackPathOf(provider)}`;
  const judged = await judgeUnsolicited({
    ...{ provider, redirectUri, state, userAgent: http.req.get('User-Agent') ?? '', now },
    way: deps.egress.for(egressOwnerOf(provider, provider.organizations[0] ?? '')),
    ownKeys: ownKeysFor(deps, provider, now),
    postedTicket: ticketFor(deps, provider, now),
    ...{ answer: new URLSearchParams({ SAMLResponse: response }), kept: unsolicited },
  });
  const { application, address: target } = await targetOf(deps, provider.name, relayState);
  await usableProvider(deps, provider.name, application);
  return { ...judged, provider, redirectUri, application, target };
}

/**
 * The first provider that the response is from and whose application it is for. A provider that merely has the same issuer does
 * not end the search.
 */
async function firstJudged(
  deps: AccountDeps,
  asked: Asked,
  providers: readonly Provider[],
  posted: Posted & { state: string },
) {
  const refusals: unknown[] = [];
  for (const provider of providers) {
    try {
      return await judgedFor(deps, asked, provider, posted);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refusals.push(error);
    }
  }
  throw refusals[0];
}

/**
 * Judges a response without a request at once, uses its assertion up, and keeps it for the page that asks the user. That page knows the
 * state, and its browser has the cookie of this answer. So nobody else goes on with it.
 */
export async function acceptUnsolicited(
  deps: AccountDeps,
  asked: Asked,
  providers: readonly Provider[],
  posted: Posted,
): Promise<string> {
  const { context, http } = asked;
  const { now } = context;
  const requests = providerRequests(deps);
  await spend(deps.db, [limits.providerRequestsFrom(context.clientIp)], now);
  const state = requests.newState();
  const found = await firstJudged(deps, asked, providers, { ...posted, state });
  const { profile, id, end, provider, redirectUri, application, target } = found;
  const about = { owner: application.organization, provider: provider.name, application: application.name };
  if (!(await requests.spend({ issuer: provider.issuerUrl, id, end }, about, now)))
    throw refusedBy('the assertion was used before');
  const subject = profile.displayName || profile.username || profile.id;
  await requests.keep(
    http,
    state,
    {
      ...{ ...about, purpose: 'unsolicited', redirectUri, page: '/login', autoSignin: false, session: '' },
      ...{ kept: { ...unsolicited, target, subject }, answer: posted.response },
    },
    now,
  );
  return state;
}
