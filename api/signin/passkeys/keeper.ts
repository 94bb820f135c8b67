import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import { unlessOwed } from '../../core/owed-proof.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import { mayChangeItem } from '../../kinds/user/account-items.ts';
import type { AccountDeps } from '../place/deps.ts';

/** The caller, who adds and names passkeys of their own. A program with a token and a person with the master password may not (S17). */
export async function keeperOf(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  context: RequestContext,
): Promise<{ user: User; session: string }> {
  const { caller } = context;
  if (caller.type !== 'user' || !caller.session) throw new Refusal('sign-in-first');
  const { owner, name, session } = caller;
  context.about = { organization: owner, object: `user ${owner}/${name}` };
  if (caller.impersonated) throw new Refusal('impersonated');
  const user = (await deps.store('user').find(deps.db, owner, name)) as unknown as User | undefined;
  const organization = await cachedObjectsOf(deps).organizationNamed(owner);
  if (!user || !organization) throw new Refusal('sign-in-first');
  const relation = caller.isAdmin || caller.isGlobalAdmin ? 'administrator' : 'self';
  if (!mayChangeItem(relation, 'WebAuthn credentials', organization.accountItems))
    throw unlessOwed(caller, new Refusal('field-rule', { field: 'WebAuthn credentials' }));
  return { user, session };
}
