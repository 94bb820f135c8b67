import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Request } from 'express';
import type { errors, KoaContextWithOIDC, Provider } from 'oidc-provider';
import { Refusal } from '../../core/errors.ts';
import { isCall } from '../calls.ts';
import { refusedBy } from '../errors/refused.ts';
import { SecondUse } from '../errors/second-use.ts';
import { faultOf } from '../faults/fault-of.ts';
import type { Refusals } from './refusals.ts';

/** Errors that programs get every day. An overload is among them, because records would add to it. */
const ordinary = new Set([
  'authorization_pending',
  'consent_required',
  'interaction_required',
  'invalid_token',
  'login_required',
  'slow_down',
  'temporarily_unavailable',
]);

/**
 * The cause, in more detail than the client gets. An error that wraps another, as of a JWT, may quote secrets, so its
 * detail stays out.
 */
function detailOf({ cause, error, error_description, error_detail }: errors.OIDCProviderError): string | undefined {
  const isOwn = !cause || error === 'invalid_grant';
  return (isOwn && error_detail) || error_description;
}

/**
 * Records what the library refuses, with the error of the answer. A caller from this process writes its own record.
 */
export function recordRefusals(provider: Provider, refusals: Refusals): void {
  provider.use(async (ctx, next) => {
    await next();
    const error = refusedBy(ctx);
    if (isCall(ctx)) return;
    // A form that is drawn again, as for a mistyped code, is no refusal yet. A wrong password has a record of its own.
    if (!error || error.statusCode < 400 || error.cause instanceof Refusal) return;
    const code = (ctx.body as { error?: string } | undefined)?.error ?? error.error;
    if (ordinary.has(code)) return;
    const event = error instanceof SecondUse ? ('revoke-token' as const) : undefined;
    const { fault, sent } = faultOf(error, ctx as unknown as KoaContextWithOIDC) ?? {};
    const application = ctx.oidc.client?.application as Application | undefined;
    refusals.note(ctx.req as Request, { code, fault, detail: sent || detailOf(error), event }, application);
  });
}
