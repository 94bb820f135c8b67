import type { KoaContextWithOIDC } from 'oidc-provider';
import { paths } from '../../http/protocol-paths.ts';
import type { AuthorizationRequest, Authorized } from '../../signin/contracts/authorization-server.ts';
import type { Authority } from '../authority/authority.ts';
import { call } from '../calls.ts';
import { clientAnswerOf } from '../client-answer.ts';
import { throwFailure } from '../errors/failures.ts';
import { refusedBy } from '../errors/refused.ts';
import { type Answered, answered } from '../prompts/answered.ts';
import { wrongFieldOf } from './wrong-field.ts';

function outcomeOf(ctx: KoaContextWithOIDC): Authorized {
  const answer = clientAnswerOf(ctx);
  const { error, error_description = '' } = answer ?? (ctx.body as Record<string, string>);
  const address = ctx.response.get('Location');
  return {
    given: answer ?? {},
    ...(answer && (address ? { address } : { form: String(ctx.body) })),
    ...(error && { error: { code: error, description: error_description, field: wrongFieldOf(refusedBy(ctx), ctx) } }),
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
