import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { cachedObjectsOf } from '../../kinds/cached-objects.ts';
import type { AccountDeps } from './deps.ts';

/** The application that serves a user's account: the one of their sign-up, or the oldest one of their organization. */
export async function applicationOfUser(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  { owner, signupApplication: name }: Pick<User, 'owner' | 'signupApplication'>,
): Promise<Application | undefined> {
  const { applicationNamed, oldestApplicationOf } = cachedObjectsOf(deps);
  return (name && (await applicationNamed(name))) || oldestApplicationOf(owner);
}
