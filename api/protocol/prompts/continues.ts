import type { KoaContextWithOIDC } from 'oidc-provider';
import { continuesByPress } from '../../signin/place/may-enter.ts';
import type { UserAccount } from '../tokens/accounts.ts';
import { answered } from './answered.ts';
import { applicationOf } from './foreign-user.ts';

/**
 * Whether the sign-in page opens although the session suffices: its user continues with one press, or the page tells the page around it of a
 * silent sign-in. A client that wants no page gets its answer at once, and a call from this process comes from the page.
 */
export function mustContinue(ctx: KoaContextWithOIDC): boolean {
  const { account, prompts, route } = ctx.oidc;
  if (!account || route !== 'authorization' || prompts.has('none') || answered.has(ctx)) return false;
  const application = applicationOf(ctx);
  const { owner } = (account as UserAccount).user;
  const isSilent = ctx.query.silentSignin !== undefined && owner === application.organization;
  return isSilent || continuesByPress(owner, application);
}
