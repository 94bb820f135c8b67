import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { SamlServiceProvider } from '@doorwright/crds/options/saml-service-provider.ts';
import { Refusal } from '../../../core/errors.ts';
import { cachedObjectsOf } from '../../../kinds/cached-objects.ts';
import type { Visit } from '../../../kinds/session/service-visits.ts';
import type { AccountDeps } from '../../../signin/place/deps.ts';
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

interface Message {
  write: (issuer: string) => string;
  name: 'SAMLRequest' | 'SAMLResponse';
  relayState: string;
}

/** A signed message, or nothing if the cert of the application cannot sign now. One service provider must not stop the sign-out at all others. */
async function carried(deps: AccountDeps, { application, provider }: Party, now: Date, message: Message) {
  try {
    const key = await samlKeyOf(application, deps, now);
    const xml = message.write(issuerOf(application, deps.config.DOORWRIGHT_ORIGIN));
    return await carriedMessage({ xml, name: message.name, relayState: message.relayState, to: provider, key });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'saml-key-unfit') return;
    throw error;
  }
}

/** The visits that can be told through the browser, and whether there are others that cannot be told. A job tells those with SOAP. */
export async function toTell(deps: AccountDeps, visits: readonly Visit[]): Promise<Pick<Chain, 'left' | 'isPartial'>> {
  const parties = await Promise.all(visits.map(async (visit) => ({ visit, party: await partyOf(deps, visit) })));
  return {
    left: parties
      .filter(({ party }) => party && party.provider.sloBinding !== 'SOAP')
      .map(({ visit: { application, service, data } }) => ({ application, service, data })),
    isPartial: parties.some(({ party }) => !party),
  };
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

/** The next stop at a service provider that learns of the sign-out, and what is left after it. */
async function nextTold(deps: AccountDeps, chain: Chain, now: Date): Promise<Stop | undefined> {
  const [visit, ...left] = chain.left;
  const party = visit && (await partyOf(deps, visit));
  // It left the application meanwhile.
  if (!visit || !party) return;
  const [id, relayState, without] = [newId(), newChainId(), newChainId()];
  const destination = party.provider.sloUrl;
  const write = (issuer: string) => writeLogoutRequest({ id, issuer, destination, now }, toldIn(visit));
  const message = await carried(deps, party, now, { write, name: 'SAMLRequest', relayState });
  if (!message) return;
  const at = { application: visit.application, service: visit.service, id, without };
  await keepChain(deps.db, relayState, { ...chain, left, at }, now);
  const address = `${leavePath}?${new URLSearchParams({ chain: relayState, without })}`;
  return { carried: message, told: { host: new URL(destination).host, without: address } };
}

/** The answer for the service provider that began, if a browser can carry it there. */
async function answerOf(deps: AccountDeps, { initiator, isPartial }: Chain, now: Date): Promise<string | undefined> {
  const party = initiator && (await partyOf(deps, initiator));
  if (!initiator || !party || party.provider.sloBinding === 'SOAP') return;
  const [id, destination] = [newId(), party.provider.sloUrl];
  const write = (issuer: string) =>
    writeLogoutResponse({ id, issuer, destination, now }, { request: initiator.id, isPartial });
  const { relayState } = initiator;
  return carried(deps, party, now, { write, name: 'SAMLResponse', relayState });
}

/** Where the browser goes next: to the next service provider, back to the first, or to our page. */
export async function nextOf(deps: AccountDeps, begun: Chain, now: Date): Promise<Stop> {
  let chain = begun;
  while (chain.left.length > 0) {
    const stop = await nextTold(deps, chain, now);
    if (stop) return stop;
    chain = { ...chain, left: chain.left.slice(1), isPartial: true };
  }
  return { carried: (await answerOf(deps, chain, now)) ?? chain.end ?? ourPage };
}
