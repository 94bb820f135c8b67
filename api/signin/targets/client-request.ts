import type { Application } from '@doorwright/crds/kinds/application.ts';
import type {
  AuthorizationRequest,
  AuthorizationServer,
  ClientApplications,
  OpenedRequest,
} from '../contracts/authorization-server.ts';
import type { Query, SignInTarget, TargetForm, TargetRequest } from '../contracts/target.ts';
import { authorizationQuery, requestInQuery } from './authorization-query.ts';
import { refusedRequest, unknownClient } from './refused-request.ts';

/** The parts of the protocols that sign-in needs. */
export interface Protocols {
  authority: { clients: ClientApplications };
  authorize: AuthorizationServer;
}

const types = /^(code|token|id_token)( (code|token|id_token))*$/;

interface Opened {
  application: Application;
  opened: OpenedRequest;
  request: AuthorizationRequest;
  query: Query;
  type: string;
}

/** Reads the request of a client of OAuth. A target adds what it gives, or leaves the request to another target. */
export const openClientRequest =
  (
    { authority, authorize }: Protocols,
    giveOf: (request: Opened) => Pick<TargetRequest, 'give'> | undefined,
  ): SignInTarget['open'] =>
  async (query: Query, { type }: TargetForm) => {
    if (!types.test(type)) return;
    const clientId = query.clientId ?? '';
    const application = await authority.clients.application(clientId);
    if (!application) throw unknownClient(clientId);
    const request = requestInQuery(query, type);
    const opened = await authorize.open(request);
    const given = giveOf({ application, opened, request, query, type });
    return (
      given && {
        application,
        async check() {
          const problem = await opened.check();
          return problem && ((data) => refusedRequest(problem, request, data));
        },
        question: async () => opened.question(),
        scopes: async () => opened.scopes(),
        wanted: () => opened.wanted(),
        ...given,
      }
    );
  };

/** The properties that both targets of OAuth share. */
export const ofClients = { query: authorizationQuery, continuesSession: true } as const;
