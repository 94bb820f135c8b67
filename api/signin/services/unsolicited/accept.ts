import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { callbackPathOf } from '@doorwright/crds/providers/callback.ts';
import { egressOwnerOf } from '../../../core/egress/egress-owner.ts';
import type { RouteRequest } from '../../../http/route.ts';
import { refusedBy } from '../../../providers/oauth/sign-in-service.ts';
import { unsolicited } from '../../../providers/saml/response/finish.ts';
import { issuerNamedIn, judgeUnsolicited } from '../../../providers/saml/response/unsolicited.ts';
import type { AccountDeps } from '../../deps.ts';
import { limits, spend } from '../../locks/limits.ts';
import { ownKeysFor } from '../own-keys.ts';
import { ticketFor } from '../posted-tickets.ts';
import { providerRequests } from '../requests.ts';
import { usableProvider } from '../usable-provider.ts';
import { targetOf } from './target.ts';

/** The provider of an issuer, if it may begin a sign-in. Two providers of one issuer would leave open which of them judges. */
async function providerOf({ db, store }: Pick<AccountDeps, 'db' | 'store'>, issuerUrl: string) {
  if (!issuerUrl) return;
  const { table, fromRow } = store('provider');
  const rows = await db(table)
    .where({ owner: 'admin', category: 'SAML', issuer_url: issuerUrl, allow_unsolicited: true })
    .limit(2);
  return rows.length === 1 ? (fromRow(rows[0]) as unknown as Provider) : undefined;
}

export interface Posted {
  response: string;
  relayState: string;
}

/** The provider of a response without a request, if one allows it. */
export async function providerThatBegan(deps: AccountDeps, { response }: Posted): Promise<Provider | undefined> {
  try {
    return await providerOf(deps, issuerNamedIn(response));
  } catch {
    // Nobody knows this text, so nobody needs to know what is wrong with it.
    return;
  }
}

/**
 * Judges a response without a request at once, uses its assertion up, and keeps it for the page that asks the user. That page knows the
 * state, and its browser has the cookie of this answer. So nobody else goes on with it.
 */
export async function acceptUnsolicited(
  deps: AccountDeps,
  { context, http }: Pick<RouteRequest, 'context' | 'http'>,
  provider: Provider,
  { response, relayState }: Posted,
): Promise<string> {
  const { now } = context;
  const requests = providerRequests(deps);
  await spend(deps.db, [limits.providerRequestsFrom(context.clientIp)], now);
  const redirectUri = `${deps.config.DOORWRIGHT_ORIGIN}${callbackPathOf(provider)}`;
  const state = requests.newState();
  const { profile, id, end } = await judgeUnsolicited({
    ...{ provider, redirectUri, state, userAgent: http.req.get('User-Agent') ?? '', now },
    way: deps.egress.for(egressOwnerOf(provider, provider.organizations[0] ?? '')),
    ownKeys: ownKeysFor(deps, provider, now),
    postedTicket: ticketFor(deps, provider, now),
    ...{ answer: new URLSearchParams({ SAMLResponse: response }), kept: unsolicited },
  });
  const { application, address: target } = await targetOf(deps, provider.name, relayState);
  await usableProvider(deps, provider.name, application);
  const about = { owner: application.organization, provider: provider.name, application: application.name };
  if (!(await requests.spend({ issuer: provider.issuerUrl, id, end }, about, now)))
    throw refusedBy('the assertion was used before');
  const subject = profile.displayName || profile.username || profile.id;
  await requests.keep(
    http,
    state,
    {
      ...{ ...about, purpose: 'unsolicited', redirectUri, page: '/login', autoSignin: false, session: '' },
      ...{ kept: { ...unsolicited, target, subject }, answer: response },
    },
    now,
  );
  return state;
}
