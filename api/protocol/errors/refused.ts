import type { errors, Provider } from 'oidc-provider';

const events = [
  'authorization.error',
  'code_verification.error',
  'device_authorization.error',
  'end_session.error',
  'grant.error',
  'introspection.error',
  'pushed_authorization_request.error',
  'revocation.error',
  'userinfo.error',
] as const;

const refused = new WeakMap<object, errors.OIDCProviderError>();

/** Notes the error by which the library refuses a request. */
export function noteRefused(provider: Provider): void {
  for (const event of events) provider.on(event as 'grant.error', (ctx, error) => void refused.set(ctx, error));
}

export const refusedBy = (ctx: object): errors.OIDCProviderError | undefined => refused.get(ctx);
