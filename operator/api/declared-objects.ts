/** The resource that declares an object. The API stores it beside the object, so a crash creates nothing twice. */
export interface Origin {
  cluster: string;
  namespace: string;
  name: string;
  uid: string;
  generation: number;
}

export interface Override {
  author: string;
  until: string;
  reason: string;
}

/** A field whose value differs from the declared one. Secrets appear as words. */
export interface Difference {
  path: string;
  desired: unknown;
  observed: unknown;
  override?: Override;
}

export interface ObjectState {
  object: Record<string, unknown>;
  etag: string;
  origin: (Origin & { isAdopted: boolean }) | null;
  overrides: readonly (Override & { field: string })[];
  /** Secrets that the API dropped because their declared address changed, until somebody enters them again. */
  droppedSecrets: readonly string[];
}

export interface Applied extends ObjectState {
  outcome: 'created' | 'adopted' | 'updated' | 'unchanged';
  drift: readonly Difference[];
}

export interface Declaration {
  origin: Origin;
  fields: Record<string, unknown>;
  policies: {
    adoption: 'Fail' | 'IfIdentical' | 'Adopt';
    /** For plans only: what the resource would do when it is deleted. */
    deletion?: '' | 'Delete' | 'Orphan';
    isProtected?: boolean;
  };
  /** Fields that apply only if this request creates the object. */
  initial?: readonly string[];
  /** Managed fields that are not sent stay managed and keep their value. */
  partial?: boolean;
}

export interface ApplyOptions {
  dryRun?: boolean;
  /** The etag of the last comparison. */
  etag?: string | undefined;
  signal?: AbortSignal;
}

export interface Change {
  /** The API's name of the kind: `application`. */
  kind: string;
  owner: string;
  name: string;
  actor: string;
}

export interface ChangePage {
  changes: readonly Change[];
  next: string;
  /** The position is no longer known, so everything may have changed. */
  reset: boolean;
}

export interface NamesPage {
  items: readonly { owner: string; name: string; etag: string; uid: string }[];
  next: string | null;
}

export interface SecretState {
  id: string;
  state: 'current' | 'previous';
  notAfter: string;
  lastUsedTime: string;
}

/** A declared token of an organization for SCIM. */
export interface ScimTokenState {
  name: string;
  state: 'current' | 'previous';
  notAfter: string;
  lastUsedTime: string;
}

/** PEM texts. */
export interface KeyPair {
  certificate: string;
  privateKey: string;
}

export interface CertKey {
  kid: string;
  state: 'signing' | 'published' | 'retired';
  cryptoAlgorithm: string;
  certificate: string;
  notAfter: string;
}

export interface ApiId {
  kind: string;
  owner: string;
  name: string;
  /** The organization of the object: the token is narrowed to it. Undefined for the platform. */
  organization?: string | undefined;
  /** The tenant's namespace of the resource: the token reaches only objects that it made. Undefined for the platform. */
  tenant?: TenantScope | undefined;
}

export interface TenantScope {
  namespace: string;
  makesOrganizations: boolean;
  /** The organizations that admitted the object. The API refuses any other in its audience. */
  serves?: readonly string[];
}

export const apiIdText = ({ owner, name }: Omit<ApiId, 'kind'>) => `${owner}/${name}`;
