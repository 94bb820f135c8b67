import { readFile } from 'node:fs/promises';
import { ApiRefusal, type Problem } from './api-refusal.ts';
import type { Gate } from './runtime/gate.ts';

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

export interface Told {
  object: Record<string, unknown>;
  etag: string;
  origin: (Origin & { isAdopted: boolean }) | null;
  overrides: readonly (Override & { field: string })[];
}

export interface Applied extends Told {
  outcome: 'created' | 'adopted' | 'updated' | 'unchanged';
  drift: readonly Difference[];
}

export interface Wish {
  origin: Origin;
  fields: Record<string, unknown>;
  policies: { adoption: 'Fail' | 'IfIdentical' | 'Adopt' };
  /** What is managed and not among the fields stays so, and as it is. */
  partial?: boolean;
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

export interface CertKey {
  kid: string;
  state: 'signing' | 'published' | 'retired';
  certificate: string;
  notAfter: string;
}

export interface ApiId {
  kind: string;
  owner: string;
  name: string;
}

export interface DeclaredApiOptions {
  url: string;
  tokenFile: string;
  gate: Gate;
  onAnswer?(answer: { method: string; route: string; code: string }): void;
}

interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** For metrics: the path without names. */
  route: string;
  headers?: Record<string, string>;
  body?: unknown;
  signal: AbortSignal | undefined;
}

export const apiIdText = ({ owner, name }: Omit<ApiId, 'kind'>) => `${owner}/${name}`;

/** Any answer at all, so no token: asked while nobody else may. */
export const probe = (url: string): Promise<unknown> =>
  fetch(`${url}/healthz`, { signal: AbortSignal.timeout(3000) }).then((answer) => answer.body?.cancel());

/** The declared surface of the API as the operator uses it. Everything but the long poll passes the gate. */
export class DeclaredApi {
  readonly #options: DeclaredApiOptions;

  constructor(options: DeclaredApiOptions) {
    this.#options = options;
  }

  /** Makes the object as declared, or answers why it is not ours to make. Repeating it changes nothing. */
  apply(id: ApiId, wish: Wish, { dryRun = false, signal }: { dryRun?: boolean; signal?: AbortSignal } = {}) {
    const headers = { 'idempotency-key': wish.origin.uid };
    return this.#call<Applied>({ method: 'PUT', ...object(id), headers, body: { ...wish, dryRun }, signal });
  }

  read(id: ApiId, signal?: AbortSignal): Promise<Told | undefined> {
    return this.#call<Told>({ method: 'GET', ...object(id), signal }).catch(missing);
  }

  /** Lets go of an object that this resource declares; 404 and "not yours" are the caller's to judge. */
  release(id: ApiId, { uid, policy, signal }: { uid: string; policy: 'Delete' | 'Orphan'; signal?: AbortSignal }) {
    const { path, route } = object(id);
    const headers = { 'idempotency-key': uid };
    return this.#call<{ outcome: 'deleted' | 'orphaned' }>({
      ...{ method: 'DELETE', path: `${path}?policy=${policy}`, route, headers, signal },
    });
  }

  /** Of an application: the present one first, and the one before while it is good. */
  secrets(name: string, signal: AbortSignal): Promise<{ items: readonly SecretState[] }> {
    return this.#call({ method: 'GET', ...secretsOf(name), signal });
  }

  currentSecret(name: string, signal: AbortSignal): Promise<{ secret: string }> {
    return this.#call({ method: 'GET', ...secretsOf(name, '/current'), signal });
  }

  /** Makes it the present one. The same one again changes nothing. */
  rotateSecret(name: string, body: { secret: string; overlapSeconds: number }, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'POST', ...secretsOf(name), body, signal });
  }

  retireSecret(name: string, id: string, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'DELETE', ...secretsOf(name, `/${encodeURIComponent(id)}`), signal });
  }

  /** Of a cert, the signing one first. */
  certKeys(name: string, signal: AbortSignal): Promise<{ items: readonly CertKey[] } | undefined> {
    return this.#call<{ items: readonly CertKey[] }>({ method: 'GET', ...keysOf(name), signal }).catch(missing);
  }

  publishKey(name: string, body: { kid: string; certificate: string; privateKey: string }, signal: AbortSignal) {
    return this.#call<unknown>({ method: 'POST', ...keysOf(name), body, signal });
  }

  signWith(name: string, kid: string, retireSeconds: number, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'POST', ...keysOf(name, `/${kid}/sign`), body: { retireSeconds }, signal });
  }

  names(kind: string, cursor?: string, signal?: AbortSignal): Promise<NamesPage> {
    const query = cursor ? `?cursor=${encodeURIComponent(cursor)}` : '';
    return this.#call({ method: 'GET', path: `/${kind}${query}`, route: '/:kind', signal });
  }

  /** Answers when something has changed, or nothing after a while. Not through the gate: it is one call at a time, and idle. */
  changes(since: string | undefined, signal: AbortSignal): Promise<ChangePage> {
    const query = since === undefined ? '' : `?since=${encodeURIComponent(since)}&wait=25`;
    return this.#send({ method: 'GET', path: `/changes${query}`, route: '/changes', signal });
  }

  #call<T>(call: Call): Promise<T> {
    return this.#options.gate.pass(() => this.#send<T>(call), call.signal);
  }

  async #send<T>({ method, path, route, headers = {}, body, signal }: Call): Promise<T> {
    const { url, tokenFile, onAnswer } = this.#options;
    const token = (await readFile(tokenFile, 'utf8')).trim();
    const answer = await fetch(`${url}/declared/v1${path}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
    onAnswer?.({ method, route, code: String(answer.status) });
    if (answer.ok) return (await answer.json()) as T;
    const problem = (await answer.json().catch(() => ({}))) as Problem;
    throw new ApiRefusal(answer.status, problem, answer.headers.get('retry-after'));
  }
}

function object({ kind, owner, name }: ApiId) {
  return { path: `/${kind}/${encodeURIComponent(owner)}/${encodeURIComponent(name)}`, route: '/:kind/:owner/:name' };
}

function secretsOf(name: string, rest = '') {
  const { path, route } = object({ kind: 'application', owner: 'admin', name });
  return { path: `${path}/secrets${rest}`, route: `${route}/secrets` };
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
