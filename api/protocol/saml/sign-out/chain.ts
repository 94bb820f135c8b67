import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import type { Visit } from '../../../kinds/session/service-visits.ts';
import type { AccountDeps } from '../../../signin/deps.ts';
import { issuerOf } from '../issuer.ts';
import { samlKeyOf } from '../keys.ts';
import { leavePath } from '../names.ts';
import { newId } from '../response/write-response.ts';
import { type Chain, keepChain, newChainId } from './kept-chain.ts';
import { carriedMessage } from './send-message.ts';
import { toldIn } from './visits.ts';
import { writeLogoutRequest, writeLogoutResponse } from './write-logout.ts';

interface Party {
  application: Application;
  provider: SamlServiceProvider;
}

/** A service provider that can be told through a browser. */
async function partyOf(deps: AccountDeps, { application: name, service }: { application: string; service: string }) {
  const application = await cachedObjectsOf(deps).applicationNamed(name);
  const provider = application?.samlServiceProviders.find(({ entityId }) => entityId === service);
  if (!application || !provider?.sloUrl) return;
  return { application, provider } satisfies Party;
}

async function carried(
  deps: AccountDeps,
  { application, provider }: Party,
  now: Date,
  message: { write: (issuer: string) => string; name: 'SAMLRequest' | 'SAMLResponse'; relayState: string },
) {
  const key = await samlKeyOf(application, deps, now);
  const xml = message.write(issuerOf(application, deps.config.DOORWRIGHT_ORIGIN));
  return carriedMessage({ xml, name: message.name, relayState: message.relayState, to: provider, key });
}

/** Those of the visits that a browser can tell. A server tells those with SOAP by a job. */
export async function toTell(deps: AccountDeps, visits: readonly Visit[]): Promise<Chain['left']> {
  const parties = await Promise.all(visits.map(async (visit) => ({ visit, party: await partyOf(deps, visit) })));
  return parties
    .filter(({ party }) => party && party.provider.sloBinding !== 'SOAP')
    .map(({ visit: { application, service, data } }) => ({ application, service, data }));
}

const ourPage = '/logout';

/** The next stop of a browser: an address, or a form. */
export interface Stop {
  carried: string;
  /** A service provider that learns of the sign-out, and the address that goes on without its answer. */
  told?: { host: string; without: string };
}

/** Goes on without the answer of the service provider where the browser is. The secret of the page says that the browser itself asks. */
export function withoutAnswer(chain: Chain, secret: string): Chain | undefined {
  const { at, ...rest } = chain;
  if (!at) return chain;
  return at.without === secret ? { ...rest, isPartial: true } : undefined;
}

/** Where the browser goes next: to the next service provider, back to the first, or to our page. */
export async function nextOf(deps: AccountDeps, chain: Chain, now: Date): Promise<Stop> {
  for (let [visit, ...left] = chain.left; visit; [visit, ...left] = left) {
    const party = await partyOf(deps, visit);
    // It left the application meanwhile.
    if (!party) continue;
    const [id, relayState, without] = [newId(), newChainId(), newChainId()];
    const at = { application: visit.application, service: visit.service, id, without };
    await keepChain(deps.db, relayState, { ...chain, left, at }, now);
    const told = toldIn(visit);
    const destination = party.provider.sloUrl;
    const write = (issuer: string) => writeLogoutRequest({ id, issuer, destination, now }, told);
    return {
      carried: await carried(deps, party, now, { write, name: 'SAMLRequest', relayState }),
      told: {
        host: new URL(destination).host,
        without: `${leavePath}?${new URLSearchParams({ chain: relayState, without })}`,
      },
    };
  }
  const { initiator, isPartial, end = ourPage } = chain;
  const party = initiator && (await partyOf(deps, initiator));
  if (!initiator || !party) return { carried: end };
  const [id, destination] = [newId(), party.provider.sloUrl];
  const write = (issuer: string) =>
    writeLogoutResponse({ id, issuer, destination, now }, { request: initiator.id, isPartial });
  const { relayState } = initiator;
  return { carried: await carried(deps, party, now, { write, name: 'SAMLResponse', relayState }) };
}
