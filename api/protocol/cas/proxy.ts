import type { Application } from '@doorwright/crds/kinds/application.ts';
import { isRegisteredService } from '@doorwright/crds/values/cas-services.ts';
import { liveSessions } from '../../kinds/session/sessions.ts';
import type { CasDeps } from './deps.ts';
import { CasFailure, shown } from './failure.ts';
import { giveTicket, readTicket } from './tickets.ts';
import { userOf } from './validate.ts';

interface Wish {
  application: Application;
  pgt: string;
  targetService: string;
}

/** Gives a service a ticket for another service, as long as the session of its user lives. */
export async function proxyTicket(deps: CasDeps, { application, pgt, targetService }: Wish): Promise<string> {
  const { db } = deps;
  const now = deps.now();
  const unknown = new CasFailure('INVALID_TICKET', `Ticket ${shown(pgt)} not recognized`);
  if (!pgt.startsWith('PGT-')) throw unknown;
  const granted = await readTicket(db, pgt, application.clientId, now);
  if (!granted) throw unknown;
  if (!application.casProxies || !isRegisteredService(application.casServices, targetService))
    throw new CasFailure('UNAUTHORIZED_SERVICE', 'service not authorized');
  const isLive = await liveSessions(db, now).where({ id: granted.sessionId }).first('id');
  if (!isLive || !(await userOf(deps, granted, application))) throw unknown;
  const expireTime = new Date(now.getTime() + application.casTicketSeconds * 1000);
  const ticket = await giveTicket(db, 'PT', { ...granted, service: targetService }, { now, expireTime });
  if (!ticket) throw unknown;
  return ticket;
}
