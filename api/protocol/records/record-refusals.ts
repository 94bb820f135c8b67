import type { Request } from 'express';
import type { errors, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { refusedBy } from '../errors/refused.ts';
import { isCall } from '../patches/calls.ts';
import type { Refusals } from './refusals.ts';

/** Answers that programs get day by day: not now, not without a page, no longer signed in. Overload is no moment to write. */
const ordinary = new Set([
  'authorization_pending',
  'consent_required',
  'interaction_required',
  'invalid_token',
  'login_required',
  'slow_down',
  'temporarily_unavailable',
]);

/** Why, more exactly than the client is told. What somebody else's error says, as of a JWT, may quote what was shown. */
function detailOf({ cause, error, error_description, error_detail }: errors.OIDCProviderError): string | undefined {
  const isOwn = !cause || error === 'invalid_grant';
  return (isOwn && error_detail) || error_description;
}

/** Records what the library refuses, by the error that the client was answered. The caller from this process records for itself. */
export function recordRefusals(provider: Provider, refusals: Refusals): void {
  provider.use(async (ctx, next) => {
    await next();
    const error = refusedBy(ctx);
    if (isCall(ctx)) return;
    // A page that asks again, as for a mistyped code, refuses nothing yet; a wrong password is recorded where it is judged.
    if (!error || error.statusCode < 400 || error.cause instanceof Refusal) return;
    const code = (ctx.body as { error?: string } | undefined)?.error ?? error.error;
    if (!ordinary.has(code)) refusals.note(ctx.req as Request, [code, detailOf(error)].filter(Boolean).join(': '));
  });
}
