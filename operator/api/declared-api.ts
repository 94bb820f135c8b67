import { isStandIn } from '../runtime/pace/circuit-breaker.ts';
import type { Gate } from '../runtime/pace/gate.ts';
import { ApiRefusal } from './api-refusal.ts';
import { type Call, type CallerOptions, DeclaredCaller } from './declared-caller.ts';

/** The resource that declares an object: stored beside the object, so that a crash anywhere makes nothing twice. */
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

/** A declared field that the object does not have as declared. Secrets are words. */
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
  /** Secrets that a declared change of their address dropped and nobody has written since. */
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
    /** Only told, for plans: what the resource would do when it is deleted. */
    deletion?: '' | 'Delete' | 'Orphan';
    isProtected?: boolean;
  };
  /** Fields that hold only for an object that this makes. */
  initial?: readonly string[];
  /** What is managed and not among the fields stays so, and as it is. */
  partial?: boolean;
}

export interface ApplyOptions {
  dryRun?: boolean;
  /** As the object was when its fields were last compared. */
  etag?: string | undefined;
  signal?: AbortSignal;
}

export interface Change {
  /** As the API names kinds: `application`. */
  kind: string;
  owner: string;
  name: string;
  actor: string;
}

export interface ChangePage {
  changes: readonly Change[];
  next: string;
  /** We asked from a place that is no more: everything may have changed. */
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

/** In PEM. */
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
  /** Whose it is: what we do there is done with a token for that organization alone. None: it is the platform's. */
  organization?: string | undefined;
  /** The namespace whose resource it is, where that is a tenant's: what is done for it reaches what it made, and nothing else. */
  tenant?: { namespace: string; makesOrganizations: boolean } | undefined;
}

export interface DeclaredApiOptions extends CallerOptions {
  gate: Gate;
}

export const apiIdText = ({ owner, name }: Omit<ApiId, 'kind'>) => `${owner}/${name}`;

/** Any answer of its own, so no token: asked while nobody else may. Not ready is what a gateway takes for nobody, too. */
export async function probe(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  if (isStandIn(answer)) throw new ApiRefusal(answer.status, {}, null);
}

/** The declared surface of the API as the operator uses it. Everything but the long poll passes the gate. */
export class DeclaredApi {
  readonly #gate: Gate;
  readonly #caller: DeclaredCaller;

  constructor({ gate, ...options }: DeclaredApiOptions) {
    this.#gate = gate;
    this.#caller = new DeclaredCaller(options);
  }

  /**
   * Makes the object as declared, or answers why it is not ours to make. Repeating it changes nothing. With `etag`, only if the
   * object is still as it was then; else the refusal (412) tells how it is now.
   */
  async apply(
    id: ApiId,
    declaration: Declaration,
    { dryRun = false, etag, signal }: ApplyOptions = {},
  ): Promise<Applied> {
    const headers = { 'idempotency-key': declaration.origin.uid, ...(etag && { 'if-match': `"${etag}"` }) };
    const put = (at: ApiId) =>
      this.#call<Applied>({ method: 'PUT', ...object(at), headers, body: { ...declaration, dryRun }, signal });
    try {
      return await put(id);
    } catch (error) {
      // Its own token changes an organization and makes none: it went with its database.
      const isItself = id.kind === 'organization' && id.organization === id.name;
      if (!isItself || !(error instanceof ApiRefusal) || error.code !== 'Forbidden') throw error;
      if (await this.read(id, signal)) throw error;
      return put({ ...id, organization: undefined });
    }
  }

  read(id: ApiId, signal?: AbortSignal): Promise<ObjectState | undefined> {
    return this.#call<ObjectState>({ method: 'GET', ...object(id), signal }).catch(missing);
  }

  /** Lets go of an object that this resource declares; 404 and "not yours" are the caller's to judge. */
  release(id: ApiId, { uid, policy, signal }: { uid: string; policy: 'Delete' | 'Orphan'; signal?: AbortSignal }) {
    const { path, ...rest } = object(id);
    const headers = { 'idempotency-key': uid };
    return this.#call<{ outcome: 'deleted' | 'orphaned' }>({
      ...{ method: 'DELETE', path: `${path}?policy=${policy}`, ...rest, headers, signal },
    });
  }

  /** Of an application: the present one first, and the one before while it is good. */
  secrets(application: ApiId, signal: AbortSignal): Promise<{ items: readonly SecretState[] }> {
    return this.#call({ method: 'GET', ...secretsOf(application), signal });
  }

  currentSecret(application: ApiId, signal: AbortSignal): Promise<{ secret: string }> {
    return this.#call({ method: 'GET', ...secretsOf(application, '/current'), signal });
  }

  /** Makes it the present one. The same one again changes nothing. */
  rotateSecret(
    application: ApiId,
    body: { secret: string; overlapSeconds: number },
    signal: AbortSignal,
  ): Promise<unknown> {
    return this.#call({ method: 'POST', ...secretsOf(application), body, signal });
  }

  retireSecret(application: ApiId, id: string, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'DELETE', ...secretsOf(application, `/${encodeURIComponent(id)}`), signal });
  }

  /** Of a cert, the signing one first. */
  certKeys(name: string, signal: AbortSignal): Promise<{ items: readonly CertKey[] } | undefined> {
    return this.#call<{ items: readonly CertKey[] }>({ method: 'GET', ...keysOf(name), signal }).catch(missing);
  }

  /** A pair with a certificate of its own making, which the API does not keep. */
  makeKey(declaration: { name: string } & Record<string, unknown>, signal: AbortSignal): Promise<KeyPair> {
    return this.#call({ method: 'POST', path: '/key-pair', route: '/key-pair', body: declaration, signal });
  }

  publishKey(name: string, body: KeyPair & { kid: string; cryptoAlgorithm?: string }, signal: AbortSignal) {
    return this.#call<unknown>({ method: 'POST', ...keysOf(name), body, signal });
  }

  signWith(name: string, kid: string, retireSeconds: number, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'POST', ...keysOf(name, `/${kid}/sign`), body: { retireSeconds }, signal });
  }

  retireKey(name: string, kid: string, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'DELETE', ...keysOf(name, `/${kid}`), signal });
  }

  names(kind: string, cursor?: string, signal?: AbortSignal): Promise<NamesPage> {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    return this.#call({ method: 'GET', path: `/${kind}${query}`, route: '/:kind', signal });
  }

  /** Answers when something has changed, or nothing after a while. Not through the gate: it is one call at a time, and idle. */
  changes(since: string | undefined, signal: AbortSignal): Promise<ChangePage> {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}&wait=25`;
    return this.#caller.send({ method: 'GET', path: `/changes${query}`, route: '/changes', signal, withinMs: 40_000 });
  }

  #call<T>(call: Call): Promise<T> {
    return this.#gate.pass(() => this.#caller.send<T>(call), call.signal);
  }
}

function object({ kind, owner, name, organization, tenant }: ApiId) {
  const path = `/${kind}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`;
  return { path, route: '/:kind/:owner/:name', narrowing: { organization, tenant } };
}

function secretsOf(application: ApiId, rest = '') {
  const { path, route, narrowing } = object(application);
  return { path: `${path}/secrets${rest}`, route: `${route}/secrets`, narrowing };
}

function keysOf(name: string, rest = '') {
  const { path, route } = object({ kind: 'cert', owner: 'admin', name });
  return { path: `${path}/keys${rest}`, route: `${route}/keys` };
}

/** What is not there is an answer, too. */
function missing(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.code === 'NotFound') return undefined;
  throw error;
}
