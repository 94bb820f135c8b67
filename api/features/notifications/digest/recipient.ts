import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../../core/callers.ts';
import { applicationOfUser } from '../../../signin/application-of-user.ts';
import { providerOf } from '../../../signin/applications.ts';
import type { AccountDeps } from '../../../signin/deps.ts';
import type { Scope } from '../notification.ts';

/** What a user administers, or nothing. Nobody who cannot sign in gets a digest. */
export function administeredBy(
  { owner, isAdmin, isGlobalAdmin, isForbidden, isDeleted }: User,
  now: Date,
): Scope | undefined {
  if (isForbidden || isDeleted) return undefined;
  if (isGlobalAdmin || owner === platform) return { organization: undefined, now };
  return isAdmin ? { organization: owner, now } : undefined;
}

/** The provider that sends letters to the user. */
export async function mailProviderOf(
  deps: Pick<AccountDeps, 'db' | 'store'>,
  user: User,
): Promise<Provider | undefined> {
  const application = await applicationOfUser(deps, user);
  return application && providerOf(deps, application, 'Email');
}
