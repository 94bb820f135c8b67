import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { rememberVisit } from '../../kinds/session/service-visits.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { mayEnter } from '../../signin/place/may-enter.ts';
import { nameAt } from '../tokens/told-user.ts';
import type { CasDeps } from './deps.ts';
import { CasFailure, shown } from './failure.ts';
import { grantProxy, refuseProxy } from './proxy-grant.ts';
import { kindOf, type Ticket, useTicket } from './tickets.ts';
import { type Told, toldOf } from './told.ts';

/** The question of a service: whose ticket is this? */
export interface Validation {
  application: Application;
  ticket: string;
  service: string;
  /** Only a ticket that follows a new proof is accepted. */
  renew: boolean;
  /** Where the service wants its proxy-granting ticket, if it wants one. */
  pgtUrl: string;
  /** Tickets of services behind another one are good too. */
  takesProxies: boolean;
}

export interface Validated extends Told {
  /** The name under which the service got its proxy-granting ticket. */
  pgtIou: string | undefined;
}

const unknown = (ticket: string) => new CasFailure('INVALID_TICKET', `Ticket ${shown(ticket)} not recognized`);

function judge(ticket: Ticket, { ticket: value, service, renew, takesProxies }: Validation): void {
  const kind = kindOf(value);
  if (kind === 'PT' && !takesProxies)
    throw new CasFailure('INVALID_TICKET_SPEC', 'A proxy ticket is validated at proxyValidate');
  if (kind !== 'ST' && kind !== 'PT') throw unknown(value);
  if (ticket.service !== service)
    throw new CasFailure('INVALID_SERVICE', `service ${shown(service)} and ${shown(ticket.service)} does not match`);
  if (renew && !ticket.isNew)
    throw new CasFailure('INVALID_TICKET', 'The user did not prove their identity for this ticket');
}

/** The user of a ticket, as long as they may sign in (S16) and enter. */
export async function userOf({ db, store }: CasDeps, { accountId }: Ticket, application: Application) {
  const user = (await store('user').findBy(db, { id: accountId })) as User | undefined;
  return user && !user.isForbidden && !user.isDeleted && mayEnter(user.owner, application) ? user : undefined;
}

/** Remembers that the session led to the service, so that the service hears of its end. A session that is over answers false. */
const visit = ({ db, now }: CasDeps, { application, ticket }: Validation, { sessionId, service }: Ticket, user: User) =>
  rememberVisit(
    db,
    {
      ...{ id: digestOf(ticket), session: sessionId, application: application.name, protocol: 'cas', service },
      data: JSON.stringify({ ticket, user: nameAt(application, user) }),
    },
    now(),
  );

/** Answers who the user of a ticket is. Every question uses the ticket up, also one that is refused (S46). */
export async function validate(deps: CasDeps, asked: Validation): Promise<Validated> {
  const { application, ticket: value, pgtUrl } = asked;
  const ticket = await useTicket(deps.db, value, application.clientId, deps.now());
  if (!ticket) throw unknown(value);
  judge(ticket, asked);
  if (pgtUrl) refuseProxy(application, pgtUrl);
  const user = await userOf(deps, ticket, application);
  if (!user || !(await visit(deps, asked, ticket, user))) throw unknown(value);
  const pgtIou = pgtUrl ? await grantProxy(deps, application, ticket, pgtUrl) : undefined;
  return { ...(await toldOf(user, application, ticket, deps)), pgtIou };
}
