import type { KoaContextWithOIDC } from 'oidc-provider';
import { lacksAnswers } from '../../signin/prompt/lacks-answers.ts';
import type { ProtocolDeps } from '../deps.ts';
import { answered } from './answered.ts';
import { applicationOf } from './foreign-user.ts';

/**
 * Whether the session's user owes the application an answer of its prompt page. Then the sign-in page opens. A call from this process comes
 * from the sign-in, which has asked already.
 */
export async function owesAnswers(ctx: KoaContextWithOIDC, deps: ProtocolDeps): Promise<boolean> {
  const { account, session } = ctx.oidc;
  if (!account || !session || answered.has(ctx)) return false;
  return lacksAnswers(deps, { application: applicationOf(ctx), session: session.jti, now: deps.now() });
}
