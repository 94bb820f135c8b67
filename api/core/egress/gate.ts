import { lookup as systemResolve } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, type RequestInit, type Response } from 'undici';
import { platform } from '../callers.ts';
import { Refusal } from '../errors.ts';
import { isReachable, networksOf } from './addresses.ts';
import { AnswerTooLarge, asEgressError, EgressError } from './egress-error.ts';
import { readLimited } from './read-limited.ts';
import { followsRedirects, redirectTarget, withoutCredentials } from './redirects.ts';
import { createHostResolver, type HostAddresses, type LookUp, untilAborted } from './resolve-host.ts';
import { sendRequest } from './send-request.ts';
import { everyOrganization, type TenantNetworks } from './tenant-networks.ts';

export interface Limits {
  timeoutMs?: number;
  maxBytes?: number;
  redirects?: number;
  /** Authorities (PEM) that may sign the certificate of the server, in place of the usual ones. */
  ca?: string;
}

export interface Answer {
  status: number;
  headers: Response['headers'];
  url: string;
  body: Buffer;
}

interface Options {
  /** Private networks (CIDR) that the platform may reach. */
  allow: readonly string[];
  /** Private networks that each organization may reach. */
  tenants?: TenantNetworks;
  resolve?: LookUp;
  /** Another address for a request. Tests answer for services that they cannot reach. */
  reroute?: Reroute;
}

export type Reroute = (url: URL) => URL;

const straight: Reroute = (url) => url;

/** The owner of a request: the platform, or the organization whose administrator wrote the address. */
export type EgressOwner = 'platform' | { organization: string };

const usualLimits = { timeoutMs: 10_000, maxBytes: 5 * 2 ** 20, redirects: 3 };

/**
 * The only way out of the server for addresses that somebody typed in. Each request names its owner, because the
 * platform and each organization may reach networks of their own.
 */
export function createEgress({ allow, tenants = new Map(), resolve = systemResolve, reroute = straight }: Options) {
  const clients = new Map<string, EgressClient>();
  function clientOf(key: string, networks: readonly string[], setting: Setting): EgressClient {
    const known = clients.get(key) ?? createEgressClient(networks, setting, { resolve, reroute });
    clients.set(key, known);
    return known;
  }
  function clientOfTenant(organization: string): EgressClient {
    const every = tenants.get(everyOrganization) ?? [];
    const own = tenants.get(organization);
    // Organizations without own networks share one client.
    return own
      ? clientOf(`tenant ${organization}`, [...own, ...every], 'DOORWRIGHT_TENANT_EGRESS_ALLOW')
      : clientOf('tenants', every, 'DOORWRIGHT_TENANT_EGRESS_ALLOW');
  }

  return {
    for: (owner: EgressOwner): EgressClient =>
      owner === 'platform' || owner.organization === platform
        ? clientOf('platform', allow, 'DOORWRIGHT_EGRESS_ALLOW')
        : clientOfTenant(owner.organization),
    close: async (): Promise<void> => void (await Promise.all([...clients.values()].map((each) => each.close()))),
  };
}

export type Egress = ReturnType<typeof createEgress>;

/** The setting with which the installation's administrators can allow a refused host. */
type Setting = 'DOORWRIGHT_EGRESS_ALLOW' | 'DOORWRIGHT_TENANT_EGRESS_ALLOW';

/**
 * The HTTP client of one owner. It resolves names itself and connects to the address that it checked. So a name
 * cannot point elsewhere between the check and the connection.
 */
function createEgressClient(
  allow: readonly string[],
  setting: Setting,
  { resolve, reroute }: { resolve: LookUp; reroute: Reroute },
) {
  const networks = networksOf(allow);
  const addressesNamed = createHostResolver(resolve);
  const refused = (host: string) => new Refusal('egress-refused', { host: host.slice(0, 255), setting });

  /** The addresses of a host. One forbidden address refuses the whole host. */
  async function addressesOf(host: string): Promise<HostAddresses> {
    const bare = host.replace(/^\[|\]$/g, '');
    const found = isIP(bare) ? [{ address: bare, family: isIP(bare) }] : await addressesNamed(bare);
    if (found.length === 0 || !found.every(({ address }) => isReachable(address, networks))) throw refused(host);
    return found;
  }

  /**
   * The `lookup` of sockets for HTTP, mail, directories and databases. Sockets call it for names only, so check a
   * host that may be a literal address with `assertHost` first.
   */
  const lookup: LookupFunction = (host, options, done) => {
    addressesOf(host).then(
      (found) => (options.all ? done(null, found) : done(null, found[0]?.address ?? '', found[0]?.family)),
      (error) => done(error, ''),
    );
  };

  // Verifies certificates even if NODE_TLS_REJECT_UNAUTHORIZED is off.
  const connect = { lookup, timeout: 5_000, rejectUnauthorized: true };
  const agent = new Agent({ connect, connections: 16, keepAliveTimeout: 1_000 });

  async function assertUrl(url: URL): Promise<void> {
    if (!/^https?:$/.test(url.protocol)) throw refused(`${url.protocol}//${url.host}`);
    // A password in an address would end up in logs. The refusal does not repeat it.
    if (url.username || url.password) throw refused(url.host);
    await addressesOf(url.hostname);
  }

  type Bounds = Required<Omit<Limits, 'ca'>> & Pick<Limits, 'ca'>;

  async function call(first: URL, wanted: RequestInit, { timeoutMs, maxBytes, redirects, ca }: Bounds) {
    if (!ca) return callBy(agent, first, wanted, { timeoutMs, maxBytes, redirects });
    const own = new Agent({ connect: { ...connect, ca }, connections: 1 });
    try {
      return await callBy(own, first, wanted, { timeoutMs, maxBytes, redirects });
    } finally {
      await own.close();
    }
  }

  async function callBy(
    dispatcher: Agent,
    first: URL,
    wanted: RequestInit,
    { timeoutMs, maxBytes, redirects }: Omit<Bounds, 'ca'>,
  ) {
    const late = AbortSignal.timeout(timeoutMs);
    const signal = wanted.signal ? AbortSignal.any([late, wanted.signal]) : late;
    let url = first;
    let init = wanted;
    for (let hops = 0; ; hops++) {
      await untilAborted(signal, assertUrl(url));
      const response = await sendRequest(url, { ...init, signal }, dispatcher);
      const next = followsRedirects(init) ? redirectTarget(response, url) : undefined;
      if (!next) {
        const body = await readLimited(response, maxBytes);
        if (!body) throw new AnswerTooLarge(url.host, maxBytes);
        return { status: response.status, headers: response.headers, url: url.href, body };
      }
      await response.cancel();
      if (hops >= redirects) throw new EgressError(url.host, `more than ${redirects} redirects`);
      if (next.origin !== url.origin) init = withoutCredentials(init);
      url = next;
    }
  }

  return {
    lookup,
    /** The checked addresses of a host, for a socket that another thread opens. */
    addressesOf,
    /** Refuses a forbidden host before anything is stored or sent. */
    assertHost: async (host: string): Promise<void> => void (await addressesOf(host)),
    /**
     * Sends an HTTP request with limits on time, size and redirects. Each redirect passes the same check as the
     * first address.
     */
    async fetch(text: string, init: RequestInit = {}, limits: Limits = {}): Promise<Answer> {
      const url = URL.parse(text);
      if (!url) throw refused('(not an address)');
      try {
        return await call(reroute(url), init, { ...usualLimits, ...limits });
      } catch (error) {
        throw asEgressError(error, url.host);
      }
    },
    close: () => agent.close(),
  };
}

export type EgressClient = ReturnType<typeof createEgressClient>;
