import { type ErrorCode, Refusal } from '../../core/errors.ts';
import type { AuthorizationRequest, Authorized } from './authorization-server.ts';

export const certExpired = 'the certificate of the application has expired';

type Problem = NonNullable<Authorized['error']>;

/** Causes that people meet, by what the authority says of them in English. */
const causes: readonly [said: RegExp, code: ErrorCode][] = [
  [/^redirect_uri did not match/, 'redirect-not-allowed'],
  [/response_type is not allowed|unsupported response_type/, 'grant-not-allowed'],
  [/code_challenge|requires PKCE/, 'pkce-needed'],
  [new RegExp(`^${certExpired}$`), 'cert-expired'],
];

/** Why a client may not ask what it asks: in words of our own where the cause is a usual one. */
export function refusedRequest({ code, description }: Problem, request: AuthorizationRequest, data?: unknown): Refusal {
  const said = description || code;
  const cause = causes.find(([pattern]) => pattern.test(said))?.[1] ?? 'authorization-refused';
  const shown = (value = '') => value.slice(0, 200);
  const params = { reason: said, uri: shown(request.redirect_uri), type: shown(request.response_type) };
  return new Refusal(cause, params, { data });
}

export const unknownClient = (clientId = ''): Refusal => new Refusal('client-unknown', { id: clientId.slice(0, 100) });
