import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../../http/protocol-paths.ts';
import type { AuthorizationRequest, Authorized, Problem } from '../../signin/contracts/authorization-server.ts';
import type { Authority } from '../authority/authority.ts';
import { ExpiredCert } from '../clients/expired-cert.ts';
import { throwFailure } from '../errors/failures.ts';
import { refusedBy } from '../errors/refused.ts';
import { call } from '../patches/calls.ts';
import { clientAnswerOf } from '../patches/response-modes.ts';
import { wrongFieldOf } from '../patches/wrong-fields.ts';
import { type Answered, answered } from '../prompts/answered.ts';

const problemOf = (code: string, description: string, error: object | undefined): Problem => ({
  code,
  description,
  field: error instanceof ExpiredCert ? 'cert' : wrongFieldOf(error),
});

function outcomeOf(ctx: KoaContextWithOIDC): Authorized {
  const answer = clientAnswerOf(ctx);
  const { error, error_description = '' } = answer?.fields ?? (ctx.body as Record<string, string>);
  const form = answer?.mode === 'form_post';
  return {
    given: answer?.fields ?? {},
    ...(answer && (form ? { form: String(ctx.body) } : { address: ctx.response.get('Location') })),
    ...(error && { error: problemOf(error, error_description, refusedBy(ctx)) }),
  };
}

interface AuthorizationCall {
  request: AuthorizationRequest;
  /** What the user has answered. */
  said: Answered;
  session?: string | undefined;
}

/** Calls the authorization endpoint in this process, with all checks of a request of a browser. */
export async function callAuthorization(
  { providerFor }: Pick<Authority, 'providerFor'>,
  { request, said, session }: AuthorizationCall,
): Promise<Authorized> {
  const provider = await providerFor(request.client_id);
  const params = Object.fromEntries(
    Object.entries(request).flatMap(([name, value]) => (value ? [[name, String(value)]] : [])),
  );
  const ctx = await call(provider, { path: paths.authorization, params, session }, (it) => answered.set(it, said));
  throwFailure(ctx.req);
  return outcomeOf(ctx);
}
