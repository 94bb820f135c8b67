/** Who makes a request. */
export type Caller =
  | { type: 'anonymous' }
  | {
      type: 'user';
      owner: string;
      name: string;
      isAdmin: boolean;
      isGlobalAdmin: boolean;
      /** Id of the session row the request rides on; absent for a token. */
      session?: string;
      /** An application of an organization acts for somebody who administers everything: that right is not lent to it (S11). */
      isLent?: boolean;
      /** An application to which he agreed that it reads his account: it changes nothing for him. */
      isReader?: boolean;
      /** Signed in with the organization's master password rather than as himself. */
      impersonated: boolean;
    }
  | { type: 'application'; name: string; organization: string }
  /** The operator, on the declared surface alone: with the rights of one organization, or of the platform. */
  | { type: 'operator'; name: string; organization: string };

export const anonymous: Caller = { type: 'anonymous' };

/** The organization of those who administer everything. */
export const platform = 'built-in';

/** The caller as records and messages name him. */
export function nameOf(caller: Caller): string {
  if (caller.type === 'user') return `${caller.owner}/${caller.name}`;
  if (caller.type === 'operator') return `operator/${caller.name}`;
  return caller.type === 'application' ? `app/${caller.name}` : 'anonymous';
}

export const organizationOf = (caller: Caller): string | undefined =>
  caller.type === 'user' ? caller.owner : caller.type === 'anonymous' ? undefined : caller.organization;

/** Administrators of everything: users of the built-in organization, users with the flag, applications of the platform. */
export const isGlobalAdmin = (caller: Caller): boolean =>
  caller.type === 'user'
    ? !caller.isLent && (caller.owner === platform || caller.isGlobalAdmin)
    : organizationOf(caller) === platform;

/** May the caller administer this organization? */
export const administers = (caller: Caller, organization: string): boolean =>
  isGlobalAdmin(caller) || (organizationOf(caller) === organization && (caller.type !== 'user' || caller.isAdmin));

export const isUser = (caller: Caller, owner: string, name: string): boolean =>
  caller.type === 'user' && caller.owner === owner && caller.name === name;
