import { isStandIn } from '../runtime/pace/circuit-breaker.ts';
import type { Gate } from '../runtime/pace/gate.ts';
import { ApiRefusal } from './api-refusal.ts';
import { type Call, type CallerOptions, DeclaredCaller } from './declared-caller.ts';
import type {
  ApiId,
  Applied,
  ApplyOptions,
  CertKey,
  ChangePage,
  Declaration,
  KeyPair,
  NamesPage,
  ObjectState,
  ScimTokenState,
  SecretState,
} from './declared-objects.ts';

export interface DeclaredApiOptions extends CallerOptions {
  gate: Gate;
}

/** Asks without a token, while no other request may pass. An answer of a gateway does not count. */
export async function probe(url: string): Promise<void> {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(3000) });
  await answer.body?.cancel();
  if (isStandIn(answer)) throw new ApiRefusal(answer.status, {}, null);
}

/** The operator's client of the declared surface. All requests but the long poll pass the gate. */
export class DeclaredApi {
  readonly #gate: Gate;
  readonly #caller: DeclaredCaller;

  constructor({ gate, ...options }: DeclaredApiOptions) {
    this.#gate = gate;
    this.#caller = new DeclaredCaller(options);
  }

  /**
   * Creates or changes the object as declared, or throws the API's refusal. A repeated request changes nothing. With `etag`, an
   * object that changed since is refused (412), and the refusal contains its present state.
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
      // A token narrowed to an organization cannot create it. After the loss of a database, it has to be created again.
      const isItself = id.kind === 'organization' && id.organization === id.name;
      if (!isItself || !(error instanceof ApiRefusal) || error.code !== 'Forbidden') throw error;
      if (await this.read(id, signal)) throw error;
      return put({ ...id, organization: undefined });
    }
  }

  read(id: ApiId, signal?: AbortSignal): Promise<ObjectState | undefined> {
    return this.#call<ObjectState>({ method: 'GET', ...object(id), signal }).catch(missing);
  }

  /** Releases an object that this resource declares. The caller handles the refusals NotFound and NameConflict. */
  release(id: ApiId, { uid, policy, signal }: { uid: string; policy: 'Delete' | 'Orphan'; signal?: AbortSignal }) {
    const { path, ...rest } = object(id);
    const headers = { 'idempotency-key': uid };
    return this.#call<{ outcome: 'deleted' | 'orphaned' }>({
      ...{ method: 'DELETE', path: `${path}?policy=${policy}`, ...rest, headers, signal },
    });
  }

  /** Approves the run that waits for a person, for the resource that declares its source. */
  approveRun(source: ApiId, uid: string, signal: AbortSignal): Promise<{ outcome: 'approved' | 'nothing' }> {
    const { path, route, narrowing } = object(source);
    const at = { path: `${path}/approve-run`, route: `${route}/approve-run`, narrowing };
    return this.#call({ method: 'POST', ...at, body: { uid }, signal });
  }

  /** The secrets of an application: the present one first, then the previous one while it is valid. */
  secrets(application: ApiId, signal: AbortSignal): Promise<{ items: readonly SecretState[] }> {
    return this.#call({ method: 'GET', ...secretsOf(application), signal });
  }

  currentSecret(application: ApiId, signal: AbortSignal): Promise<{ secret: string }> {
    return this.#call({ method: 'GET', ...secretsOf(application, '/current'), signal });
  }

  /** Makes the secret the present one. Repeating it changes nothing. */
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

  /** Makes the token the present one. Repeating it changes nothing. */
  keepScimToken(
    organization: ApiId,
    name: string,
    body: { token: string; overlapSeconds: number },
    signal: AbortSignal,
  ): Promise<{ items: readonly ScimTokenState[] }> {
    return this.#call({ method: 'PUT', ...scimTokensOf(organization, `/${name}`), body, signal });
  }

  endScimToken(organization: ApiId, name: string, signal: AbortSignal): Promise<unknown> {
    return this.#call({ method: 'DELETE', ...scimTokensOf(organization, `/${name}`), signal });
  }

  /** The keys of a cert, the signing one first. */
  certKeys(name: string, signal: AbortSignal): Promise<{ items: readonly CertKey[] } | undefined> {
    return this.#call<{ items: readonly CertKey[] }>({ method: 'GET', ...keysOf(name), signal }).catch(missing);
  }

  /** A key pair with a self-signed certificate. The API does not keep it. */
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

  /**
   * Answers when something changes, or after a while without news. It does not pass the gate: there is one such request at a time,
   * and it waits.
   */
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

function scimTokensOf(organization: ApiId, rest = '') {
  const { path, route, narrowing } = object(organization);
  return { path: `${path}/scim-tokens${rest}`, route: `${route}/scim-tokens`, narrowing };
}

function keysOf(name: string, rest = '') {
  const { path, route } = object({ kind: 'cert', owner: 'admin', name });
  return { path: `${path}/keys${rest}`, route: `${route}/keys` };
}

/** A missing object is an answer, not an error. */
function missing(error: unknown): undefined {
  if (error instanceof ApiRefusal && error.code === 'NotFound') return undefined;
  throw error;
}
