import type { Person } from '../table.ts';

/** A person in the standard claims (OpenID Connect Core 1.0, 5.1). */
export const claimsOf = ({ id, username, displayName, email }: Person) => ({
  ...{ sub: id, preferred_username: username, name: displayName },
  ...{ email, email_verified: true },
});
