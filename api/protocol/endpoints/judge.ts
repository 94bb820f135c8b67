import type { Request, RequestHandler } from 'express';
import type { Authority } from '../authority/authority.ts';
import { listenerOf } from '../calls.ts';
import { dropSecondProof, fillRedirectUri, nameMiniProgramGrant } from '../clients/casdoor-clients.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { throwFailure } from '../errors/failures.ts';
import { giveUsualScope } from '../grants/usual-scope.ts';
import { leftOut } from '../records/advise-scopes.ts';
import { asFields } from './fields.ts';
import { offerBody } from './offer-body.ts';

/** An application that has not switched DPoP on gets tokens without a key, whatever its library sends. */
async function dropUnwantedProof({ clients }: Authority, req: Request, clientId: string | undefined): Promise<void> {
  if (req.headers.dpop === undefined || !clientId) return;
  const application = await clients.application(clientId);
  if (!application?.oauthFeatures.includes('dpop')) delete req.headers.dpop;
}

/** Records scopes that a grant without an authorization request asks for in vain. */
async function adviseScopes({ clients, refusals }: Authority, req: Request, asked: readonly string[]): Promise<void> {
  const application = asked.length > 0 ? await clients.application(clientIdOf(req) ?? '') : undefined;
  if (application?.isEnabled) refusals.advise(req, leftOut(asked), application);
}

/** Brings a request into one form, and passes it to the library's instance for the client. */
export function createJudge(authority: Authority, origin: string): RequestHandler {
  const { host, protocol } = new URL(origin);

  /** The library takes its name from our origin, whatever host a request names. */
  function nameHost({ headers }: Request): void {
    headers.host = host;
    headers['x-forwarded-proto'] = protocol.slice(0, -1);
    delete headers['x-forwarded-host'];
  }

  return async (req, res) => {
    if (req.method === 'POST') req.body = asFields(req.body);
    const clientId = clientIdOf(req);
    await dropUnwantedProof(authority, req, clientId);
    nameHost(req);
    const provider = await authority.providerFor(clientId);
    if (req.method === 'POST') {
      dropSecondProof(req);
      await authority.proveWorkload(req);
      nameMiniProgramGrant(req);
      await fillRedirectUri(req, provider);
      await adviseScopes(authority, req, giveUsualScope(req));
      offerBody(req);
    }
    await listenerOf(provider)(req, res);
    throwFailure(req);
  };
}
