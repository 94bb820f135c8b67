import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';

type At = Pick<Application, 'organization'>;

/** Users of another organization have its name before theirs: two organizations may have the same user names. */
export const nameAt = ({ organization }: At, { owner, name }: Pick<User, 'owner' | 'name'>): string =>
  owner === organization ? name : `${owner}/${name}`;

/**
 * The email by which a service may know a user. SAML and CAS cannot mark an email as unproved, and many services identify people
 * by their email. So it counts if its user proved it, or if an administrator of the application's organization wrote it:
 * `createdIp` says that the user wrote it without proof. Today's settings do not show what was allowed when the user signed up.
 */
export const emailAt = ({ organization }: At, user: User): string =>
  user.emailVerified || (user.owner === organization && !user.createdIp) ? user.email : '';

/** A user as a service may know them. */
export const toldUser = (user: User, application: At): User => ({
  ...user,
  name: nameAt(application, user),
  email: emailAt(application, user),
});
