import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { CommerceDeps } from '../deps.ts';

/** Only people buy. Somebody with a master password must not spend their money. */
export async function buyerOf({ db, store }: CommerceDeps, { caller }: RequestContext): Promise<User> {
  if (caller.type !== 'user') throw new Refusal('sign-in-first');
  if (caller.impersonated) throw new Refusal('impersonated');
  const user = (await store('user').find(db, caller.owner, caller.name)) as User | undefined;
  if (!user) throw new Refusal('sign-in-first');
  return user;
}
