import type { KoaContextWithOIDC } from 'oidc-provider';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { sessionUser } from '../../kinds/session/sessions.ts';
import { needOf } from '../../signin/factors/policy.ts';
import { isTrusted } from '../../signin/factors/trusted-devices.ts';
import type { ProtocolDeps } from '../deps.ts';
import type { UserAccount } from '../tokens/accounts.ts';
import { answered } from './answered.ts';
import { applicationOf } from './foreign-user.ts';
import { wantedClasses } from './wanted-classes.ts';

/**
 * Whether the session's user has to prove a second factor for this application or for the classes that the client asks for. Then the
 * sign-in page opens. A call from this process comes from the sign-in, which has asked already.
 */
export async function lacksFactor(ctx: KoaContextWithOIDC, deps: ProtocolDeps): Promise<boolean> {
  const { account, session, params } = ctx.oidc;
  if (!account || !session || answered.has(ctx)) return false;
  const { user } = account as UserAccount;
  const organization = await cachedObjectsOf(deps).organizationNamed(user.owner);
  if (!organization) return false;
  const now = deps.now();
  const hours = organization.secondFactorHours;
  const known = hours > 0 ? await sessionUser(deps.db, session.jti, now) : undefined;
  const need = await needOf({
    ...{ user, organization, application: applicationOf(ctx), now },
    wanted: wantedClasses(params as Record<string, string | undefined>),
    proof: { amr: (session.amr as string[]) ?? [], factorTime: known?.factorTime ?? undefined },
    isTrusted: () => isTrusted(deps, ctx.req, user, now),
  });
  return need.is === 'proof' || (need.is === 'enrolment' && !need.grace);
}
