import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Entrance, Proven } from '../contracts/method.ts';
import type { AccountDeps } from '../place/deps.ts';
import { userByEmail } from '../services/by-email.ts';
import { type Account, link, linkedUser, newAtApp } from '../services/links.ts';
import { signUpWithProvider } from '../services/sign-up.ts';
import type { Usable } from '../services/usable-provider.ts';

interface Proof {
  context: RequestContext;
  entrance: Pick<Entrance, 'application' | 'organization' | 'owner'>;
  usable: Usable;
  account: Account;
}

/** The user of an account: the one who linked it, the one with its address, or a new one. */
export async function proveAccount(
  deps: AccountDeps,
  { context, entrance, usable: { provider, item }, account }: Proof,
): Promise<Proven> {
  const { application, organization, owner } = entrance;
  if (!organization) throw new Refusal('provider-request-unknown');
  const reason = `provider ${provider.name}`;
  const known = await linkedUser(deps.db, deps.store, owner, account);
  if (known) {
    if (!item.canSignIn) throw new Refusal('provider-not-enabled', { name: provider.name });
    const useUp = newAtApp(known, account);
    return { user: known, reason, ...(useUp && { useUp }) };
  }
  const same = item.canSignIn ? await userByEmail(deps, organization, account) : undefined;
  if (same) return { user: same, reason: `${reason} email`, useUp: (sql) => link(sql, deps, same, account) };
  return { user: await signUpWithProvider(deps, context, { application, organization, item, account }), reason };
}
