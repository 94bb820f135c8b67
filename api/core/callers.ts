import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';

/** What an application may use of the rights that its credentials stand for; see lent.ts. */
export interface Lent {
  access: ApiAccess | 'none';
  /** The token gives less than the application's setting: by its scopes, or by what its user agreed to. */
  limitedBy?: 'scope' | 'consent';
}

/** How far rights reach in a request whose application is given less than all: to the own account, or no further than a stranger's. */
export type Reach = 'own' | 'public';

/** Who makes a request. */
export type Caller =
  | { type: 'anonymous' }
  | {
      type: 'user';
      owner: string;
      name: string;
      isAdmin: boolean;
      /** Administers everything, by the flag or as a user of the platform's organization. */
      isGlobalAdmin: boolean;
      /** Id of the session row the request rides on; absent for a token. */
      session?: string;
      /** Absent for a session, in which people use all of their rights. */
      lent?: Lent;
      reach?: Reach;
      /** Signed in with the organization's master password rather than as himself. */
      impersonated: boolean;
    }
  | { type: 'application'; name: string; organization: string; lent: Lent; reach?: Reach }
  /** The operator, on the declared surface alone: with the rights of one organization, or of the platform. */
  | { type: 'operator'; name: string; organization: string; tenant?: TenantScope };

/** A namespace of a cluster whose resources the operator acts for: it makes objects, and changes those alone. */
export interface TenantScope {
  cluster: string;
  namespace: string;
  makesOrganizations: boolean;
}

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

const reachOf = (caller: Caller): Reach | undefined => ('reach' in caller ? caller.reach : undefined);

/** Nobody whom anything here is for: a stranger, or an application that is given no more than one. */
export const isStranger = (caller: Caller): boolean => caller.type === 'anonymous' || reachOf(caller) === 'public';

/** Does the caller belong to this organization, with the rights that this request has? */
export const belongsTo = (caller: Caller, organization: string): boolean =>
  !reachOf(caller) && organizationOf(caller) === organization;

/** Administrators of everything: users of the built-in organization, users with the flag, applications of the platform. */
export const isGlobalAdmin = (caller: Caller): boolean =>
  !reachOf(caller) && (caller.type === 'user' ? caller.isGlobalAdmin : organizationOf(caller) === platform);

/** May the caller administer this organization? */
export const administers = (caller: Caller, organization: string): boolean =>
  isGlobalAdmin(caller) || (belongsTo(caller, organization) && (caller.type !== 'user' || caller.isAdmin));

export const isUser = (caller: Caller, owner: string, name: string): boolean =>
  caller.type === 'user' && !isStranger(caller) && caller.owner === owner && caller.name === name;

/** Did the caller come in by a master password, in this session or in the one that a token was given in? */
export const isImpersonated = (caller: Caller): boolean => caller.type === 'user' && caller.impersonated;
