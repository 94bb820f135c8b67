import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AccountDeps } from '../../../signin/deps.ts';

type Deps = Pick<AccountDeps, 'db' | 'store'>;

/** Whether a stranger can sign up in an organization with an email that they do not prove. */
async function isOpen(organization: string, { db, store }: Deps): Promise<boolean> {
  const found = await db(store('application').table)
    .where({ organization, enable_sign_up: true })
    .whereRaw('signup_items @> CAST(? AS jsonb)', [JSON.stringify([{ name: 'Email', rule: 'No verification' }])])
    .first('name');
  return found !== undefined;
}

/**
 * A user as service providers may know them. SAML has no word for an email that nobody proved, and many services take the email for the
 * person. So an email counts if its user proved it, or if only administrators of the application's organization could have written it. A user
 * of another organization has its name before theirs: two organizations may have the same user names.
 */
export async function toldUser(
  user: User,
  { organization }: Pick<Application, 'organization'>,
  deps: Deps,
): Promise<User> {
  const isOwn = user.owner === organization;
  const isTrusted = user.emailVerified || !user.email || (isOwn && !(await isOpen(organization, deps)));
  return {
    ...user,
    ...(!isOwn && { name: `${user.owner}/${user.name}` }),
    ...(!isTrusted && { email: '' }),
  };
}
