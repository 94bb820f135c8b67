import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { plainEmail } from '@doorwright/crds/values/written-forms.ts';
import { platform } from '../../core/callers.ts';
import { findByContact } from '../../kinds/user/find-user.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { Account } from './links.ts';

/** SAML has no attribute for a proved address. So an address joins users only where the provider maps such an attribute. */
const mayJoinBy = ({ provider, profile }: Account): boolean =>
  profile.isEmailVerified &&
  (provider.category !== 'SAML' ||
    provider.userMapping.some(({ field, claim }) => field === 'emailVerified' && claim !== ''));

/**
 * The user whom a proved address joins to an account, where the organization allows that. The user has proved the address too: otherwise
 * somebody could sign up with the address of another person, and wait for them. Administrators and users of a directory link by their
 * password only (S30).
 */
export async function userByEmail(
  { db, store }: Pick<AccountDeps, 'db' | 'store'>,
  { name, phonePrefix, linkByEmail }: Organization,
  account: Account,
): Promise<User | undefined> {
  const { profile } = account;
  if (!linkByEmail || !mayJoinBy(account) || !profile.email || name === platform) return;
  const place = { organization: name, phonePrefix };
  const contact = plainEmail(profile.email.trim());
  const user = await findByContact(db, store('user'), { ...place, type: 'email', contact });
  const mayJoin = user?.emailVerified && !user.isAdmin && !user.isGlobalAdmin && !user.isDeleted && !user.ldap;
  return mayJoin ? user : undefined;
}
