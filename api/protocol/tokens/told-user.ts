import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';

type At = Pick<Application, 'organization'>;

/** Users of another organization have its name before theirs: two organizations may have the same user names. */
export const nameAt = ({ organization }: At, { owner, name }: Pick<User, 'owner' | 'name'>): string =>
  owner === organization ? name : `${owner}/${name}`;

/**
 * The email by which a service may know a user. SAML and CAS have no word for an email that nobody proved, and many services take the email for the
 * person. So it counts if its user proved it, or if an administrator of the application's organization wrote it: `createdIp` says that the user
 * wrote it without proof. What the settings allow today says nothing about the day on which the user came.
 */
export const emailAt = ({ organization }: At, user: User): string =>
  user.emailVerified || (user.owner === organization && !user.createdIp) ? user.email : '';

/** A user as a service may know them. */
export const toldUser = (user: User, application: At): User => ({
  ...user,
  name: nameAt(application, user),
  email: emailAt(application, user),
});
