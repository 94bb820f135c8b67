import type { User } from '@doorwright/crds/kinds/user.ts';
import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Draft } from '../../core/objects/rules/kind-hooks.ts';
import type { AccountDeps } from './deps.ts';

/** A user of an organization that the caller administers. A user of another organization looks missing. */
export async function administeredUser(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { caller }: Pick<RequestContext, 'caller'>,
  { owner, name }: { owner: string; name: string },
): Promise<Draft & User> {
  const user = administers(caller, owner) ? await store('user').find(db, owner, name) : undefined;
  if (!user) throw new Refusal('not-found', { kind: 'User', id: `${owner}/${name}`.slice(0, 200) });
  return user as Draft & User;
}
