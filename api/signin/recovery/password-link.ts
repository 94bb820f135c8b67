import type { User } from '@doorwright/crds/kinds/user.ts';
import { Refusal } from '../../core/errors.ts';
import { sourcesOfUser } from '../../kinds/user/source-fields.ts';
import { applicationOfUser } from '../place/application-of-user.ts';
import type { AccountDeps } from '../place/deps.ts';
import { refuseClosedRecovery } from '../place/refuse-closed-recovery.ts';
import { senderOf } from '../place/sender.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** Refuses a letter with a link for a new password, where its reader could not set one, or nothing sends it. */
export async function refusePasswordLink(deps: Deps, user: User): Promise<void> {
  if (user.isForbidden) throw new Refusal('user-forbidden');
  if (user.isDeleted) throw new Refusal('user-deleted');
  if (user.ldap) {
    const directory = (await sourcesOfUser({ sql: deps.db }, user.id)).find(({ kind }) => kind === 'ldap');
    throw new Refusal('password-in-directory', { source: directory?.title ?? 'LDAP' });
  }
  if (!user.email) throw new Refusal('email-empty');
  const application = await applicationOfUser(deps, user);
  if (!application || !(await senderOf(deps, 'Email', { user, organization: user.owner })))
    throw new Refusal('email-provider-missing');
  if (!application.isEnabled) throw new Refusal('application-disabled');
  refuseClosedRecovery(application);
}
