import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { isOwnPassword } from '../../kinds/user/passwords/own-password.ts';
import type { AccountDeps } from '../place/deps.ts';

interface Asked {
  user: User;
  organization: Organization;
  password: string;
  now: Date;
}

/** Says whether this is the password of a user whom the caller knows: that of their directory, or the stored one. */
export async function isPasswordOf(
  { directories }: AccountDeps,
  { user, organization, password, now }: Asked,
): Promise<boolean> {
  const verdict = await directories.judge({ organization, user, username: user.name, password, now });
  if (verdict.is !== 'stored') return verdict.is === 'right';
  return isOwnPassword(password, user, organization);
}
