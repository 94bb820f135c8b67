import type { Application } from '@doorwright/crds/kinds/application.ts';
import { isRegisteredService } from '@doorwright/crds/values/cas-services.ts';
import { EgressError } from '../../core/egress/egress-error.ts';
import { Refusal } from '../../core/errors.ts';
import type { CasDeps } from './deps.ts';
import { CasFailure } from './failure.ts';
import { drawTicket, dropTicket, giveTicket, type Ticket } from './tickets.ts';

const limits = { timeoutMs: 2_500, maxBytes: 64 * 1024, redirects: 0 };

/** Only a registered address gets a proxy-granting ticket, and only where the application allows proxies. */
export function refuseProxy({ casProxies, casServices }: Application, pgtUrl: string): void {
  if (!casProxies) throw new CasFailure('UNAUTHORIZED_SERVICE_PROXY', 'The application does not allow proxy tickets');
  if (URL.parse(pgtUrl)?.protocol !== 'https:') throw new CasFailure('INVALID_PROXY_CALLBACK', 'callback is not https');
  if (!isRegisteredService(casServices, pgtUrl))
    throw new CasFailure('INVALID_PROXY_CALLBACK', 'callback is not registered');
}

/** Whether the call-back took the ticket. Any answer except success means that it did not. */
async function isTaken({ egress, log }: CasDeps, application: Application, address: URL): Promise<boolean> {
  try {
    const owner = { organization: application.organization };
    const { status } = await egress.for(owner).fetch(address.href, { method: 'GET' }, limits);
    if (status >= 200 && status < 300) return true;
    log.warn({ application: application.name, reason: `status ${status}` }, 'A CAS call-back refused its ticket');
  } catch (error) {
    if (!(error instanceof EgressError || error instanceof Refusal)) throw error;
    log.warn({ application: application.name, reason: error.message }, 'A CAS call-back cannot be reached');
  }
  return false;
}

/**
 * Gives a service a ticket with which it gets tickets for others, over a call to its own address. The answer to the service holds
 * a second name of that ticket, which connects the two. If the call-back fails, only that ticket is missing (CAS Protocol 3.0,
 * 2.5.4).
 */
export async function grantProxy(
  deps: CasDeps,
  application: Application,
  { proxies, ...ticket }: Ticket,
  pgtUrl: string,
): Promise<string | undefined> {
  const facts = { ...ticket, proxies: [pgtUrl, ...proxies], isNew: false };
  const at = { now: deps.now(), expireTime: new Date(ticket.sessionEnd) };
  const pgt = await giveTicket(deps.db, 'PGT', facts, at);
  if (!pgt) return;
  const pgtIou = drawTicket('PGTIOU');
  const address = new URL(pgtUrl);
  address.searchParams.set('pgtId', pgt);
  address.searchParams.set('pgtIou', pgtIou);
  if (await isTaken(deps, application, address)) return pgtIou;
  await dropTicket(deps.db, pgt);
}
