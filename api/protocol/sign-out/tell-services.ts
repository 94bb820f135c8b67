import type { ServiceVisit } from '@doorwright/crds/kinds/service-visit.ts';
import type { JobKind } from '../../core/jobs/kind.ts';
import { type EndedVisit, serviceSignOut } from '../../kinds/session/service-visits.ts';
import { tellCasService } from '../cas/tell-service.ts';
import type { ProtocolDeps } from '../deps.ts';
import { tellBySoap } from '../saml/sign-out/tell-by-soap.ts';

/** What a notice needs: no request waits for it. */
type NoticeDeps = Omit<ProtocolDeps, 'clientAddress' | 'steps'>;

/** Tells one service. It throws while the service has not answered. */
export type TellService = (visit: EndedVisit, deps: NoticeDeps) => Promise<void>;

/** How the services of each protocol learn that a session has ended. */
const tellers: Record<ServiceVisit['protocol'], TellService> = { saml: tellBySoap, cas: tellCasService };

/** Tells a service that a session has ended, again until the service answers. */
export const serviceSignOuts: JobKind<EndedVisit, NoticeDeps> = {
  ...serviceSignOut,
  run: (visit, deps) => tellers[visit.protocol](visit, deps),
};
