import type { User } from '@doorwright/crds/kinds/user.ts';
import { platform } from '../../../core/callers.ts';
import type { AccountDeps } from '../../../signin/place/deps.ts';
import { type Sender, senderOf } from '../../../signin/place/sender.ts';
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

/** The service that sends letters to the user. */
export const mailSenderOf = (deps: Pick<AccountDeps, 'db' | 'store'>, user: User): Promise<Sender | undefined> =>
  senderOf(deps, 'Email', { user, organization: user.owner });
