import type { ApiAccess } from '@doorwright/crds/options/api-access.ts';

/** The part of its rights that an application may use; see application-access.ts. */
export interface ApplicationAccess {
  level: ApiAccess | 'none';
  /** Why a token gives less than the application's setting: its scopes, or the user's consent. */
  limitedBy?: 'scope' | 'consent';
}

/** The limit for an application with narrow access: the user's own account, or the rights of a stranger. */
export type Reach = 'own' | 'public';

/** The application at which a sign-in began, and its methods (RFC 8176). */
export interface SignInProof {
  application: string;
  amr: readonly string[];
}

/** The sender of a request. */
export type Caller =
  | { type: 'anonymous' }
  | {
      type: 'user';
      owner: string;
      name: string;
      isAdmin: boolean;
      /** Administers all organizations: the user has the flag, or belongs to the organization `built-in`. */
      isGlobalAdmin: boolean;
      /** They have rights over all organizations, but have not proved here what the platform demands for these. */
      owesProof?: true;
      /** How they signed in. Tokens that they write keep it. */
      proved?: SignInProof;
      /** Id of the session row. A request with a token has none. */
      session?: string;
      /** The last proof of the user's identity, in this session or for this token. */
      provedTime?: Date;
      /** The user has proved a second factor in this session. */
      hasFactor?: boolean;
      /** A session has none: there, users have all of their rights. */
      access?: ApplicationAccess;
      reach?: Reach;
      /** The session began with the organization's master password. */
      impersonated: boolean;
    }
  | { type: 'application'; name: string; organization: string; access: ApplicationAccess; reach?: Reach }
  /** A program with a SCIM token. It administers the users and groups of one organization, on the SCIM endpoints only. */
  | { type: 'provisioner'; name: string; organization: string }
  /** The operator, on the declared surface only. It has the rights of one organization or of the platform. */
  | { type: 'operator'; name: string; organization: string; tenant?: TenantScope };

/** A namespace of a cluster that the operator acts for. It creates objects, and changes only those. */
export interface TenantScope {
  cluster: string;
  namespace: string;
  makesOrganizations: boolean;
  /** A digest of the organizations that admitted the namespace's objects with an audience. Only these may be in such an audience. */
  serves?: string | undefined;
}

export const anonymous: Caller = { type: 'anonymous' };

/** The organization of the global administrators. */
export const platform = 'built-in';

/** The caller's name in records and messages. */
export function nameOf(caller: Caller): string {
  if (caller.type === 'user') return `${caller.owner}/${caller.name}`;
  if (caller.type === 'operator') return `operator/${caller.name}`;
  if (caller.type === 'provisioner') return `scim/${caller.name}`;
  return caller.type === 'application' ? `app/${caller.name}` : 'anonymous';
}

export const organizationOf = (caller: Caller): string | undefined =>
  caller.type === 'user' ? caller.owner : caller.type === 'anonymous' ? undefined : caller.organization;

const reachOf = (caller: Caller): Reach | undefined => ('reach' in caller ? caller.reach : undefined);

/** A caller with the rights of a stranger only: anonymous, or an application with no access. */
export const isStranger = (caller: Caller): boolean => caller.type === 'anonymous' || reachOf(caller) === 'public';

/** Tells whether the caller belongs to the organization, with the rights of this request. */
export const belongsTo = (caller: Caller, organization: string): boolean =>
  !reachOf(caller) && organizationOf(caller) === organization;

/** Global administrators: users of `built-in`, users with the flag, and applications of the platform. */
export const isGlobalAdmin = (caller: Caller): boolean =>
  !reachOf(caller) &&
  caller.type !== 'provisioner' &&
  (caller.type === 'user' ? caller.isGlobalAdmin : organizationOf(caller) === platform);

/** Tells whether the caller may administer the organization. */
export const administers = (caller: Caller, organization: string): boolean =>
  isGlobalAdmin(caller) || (belongsTo(caller, organization) && (caller.type !== 'user' || caller.isAdmin));

export const isUser = (caller: Caller, owner: string, name: string): boolean =>
  caller.type === 'user' && !isStranger(caller) && caller.owner === owner && caller.name === name;

/** Tells whether the session, or the session behind the token, began with a master password. */
export const isImpersonated = (caller: Caller): boolean => caller.type === 'user' && caller.impersonated;
