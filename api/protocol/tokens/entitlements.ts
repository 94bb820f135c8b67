import type { User } from '@doorwright/crds/kinds/user.ts';
import { entitlements } from '@doorwright/crds/options/oauth-scopes.ts';
import { entitlementsOf } from '../../kinds/subscription/entitlements.ts';
import type { ProtocolDeps } from '../deps.ts';

/** The claim with a user's running subscriptions, for a token or userinfo whose scope asks for it. */
export async function entitlementsIn(
  scope: string | undefined,
  user: User,
  { db, store }: Pick<ProtocolDeps, 'db' | 'store'>,
): Promise<Record<string, unknown>> {
  if (!scope?.split(' ').includes(entitlements)) return {};
  return { [entitlements]: await entitlementsOf(user, { sql: db, store, now: new Date() }) };
}
