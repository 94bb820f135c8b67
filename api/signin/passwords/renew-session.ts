import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';
import { openSession } from '../../kinds/session/sessions.ts';

/** The session in which a user sets their own password. Programs with a token have none. */
export function ownSession(sql: Sql, sessions: Store, { caller }: RequestContext) {
  if (caller.type !== 'user' || !caller.session) return;
  return sql(sessions.table).where({ owner: caller.owner, id: caller.session }).first();
}

interface Renewal {
  former: Record<string, unknown>;
  /** The user with their new password. */
  user: User & { version: number };
  organization: Organization;
  userAgent: string;
}

/** Opens a session with a new value in place of one that ended with the password. The proof stays that of the sign-in. */
export async function renewSession(
  sql: Sql,
  { clientIp, now }: RequestContext,
  { former, user, organization: lifetimes, userAgent }: Renewal,
) {
  const isRemembered = former.is_remembered as boolean;
  const proof = {
    amr: former.amr as string[],
    authenticatedTime: former.authenticated_time as Date,
    factorTime: former.factor_time as Date | null | undefined,
  };
  const session = { user, lifetimes, application: String(former.application), isImpersonated: false, isRemembered };
  // The row does not change any more. Its update still waits for others, and refuses a user who was locked out meanwhile.
  const unchanged = { version: user.version };
  const value = await openSession(
    sql,
    { ...session, proof: { ...proof, factorTime: proof.factorTime ?? undefined }, clientIp, userAgent, now },
    unchanged,
  );
  return value ? { value, isRemembered } : undefined;
}
