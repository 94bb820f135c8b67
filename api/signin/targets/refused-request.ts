import { type ErrorCode, Refusal } from '../../core/errors.ts';
import type { AuthorizationRequest, Problem, WrongField } from '../contracts/authorization-server.ts';

const causes: Readonly<Record<WrongField, ErrorCode>> = {
  redirect_uri: 'redirect-not-allowed',
  response_type: 'grant-not-allowed',
  code_challenge: 'pkce-needed',
  cert: 'cert-expired',
};

/** Tells users in their language why the request of a client is refused. */
export function refusedRequest(
  { code, field, description }: Problem,
  request: AuthorizationRequest,
  data?: unknown,
): Refusal {
  const shown = (value = '') => value.slice(0, 200);
  const params = { reason: description || code, uri: shown(request.redirect_uri), type: shown(request.response_type) };
  return new Refusal(field ? causes[field] : 'authorization-refused', params, { data });
}

export const unknownClient = (clientId = ''): Refusal => new Refusal('client-unknown', { id: clientId.slice(0, 100) });
