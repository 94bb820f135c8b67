import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Refusal } from '../../core/errors.ts';

/** A user who arrives at a service of CAS. */
export interface CasArrival {
  application: Application;
  service: string;
  /** The value of the session's cookie. */
  session: string;
  /** The user has proved their identity for this ticket. */
  isFresh: boolean;
  /** The user has just answered a question of the application. */
  hasAnswered: boolean;
  /** The service wants a new proof. */
  renew: boolean;
  /** The user has just agreed that the service gets their data. */
  isAgreed: boolean;
  now: Date;
}

/** A ticket, or why the user gets none. */
export type CasTicketing = { ticket: string } | { refusal: Refusal; reason: string };

/** The server of CAS. The protocols implement it. */
export interface CasServer {
  /** Why the application gives no ticket for a service. Without a service, the user signs in at our own page. */
  refusal: (application: Application, service: string, data?: unknown) => Refusal | undefined;
  scopes: (application: Application) => readonly string[];
  ticketFor: (arrival: CasArrival) => Promise<CasTicketing>;
}

/** The address of a service with its ticket. The rest of the address stays as the service wrote it. */
export const withTicket = (service: string, ticket: string): string =>
  `${service}${service.includes('?') ? '&' : '?'}ticket=${ticket}`;
