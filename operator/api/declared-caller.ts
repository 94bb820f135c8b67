import { readFileSync } from 'node:fs';
import { ApiRefusal, type Problem } from './api-refusal.ts';
import { type Narrowed, NarrowedTokens } from './narrowed-tokens.ts';

interface Narrowing {
  organization?: string | undefined;
  tenant?: { namespace: string; makesOrganizations: boolean } | undefined;
}

export interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** For metrics: the path without names. */
  route: string;
  /** Whose object it is about; neither: asked as the operator itself. */
  narrowing?: Narrowing;
  headers?: Record<string, string>;
  body?: unknown;
  signal: AbortSignal | undefined;
  /** A server that says nothing for longer is not there. */
  withinMs?: number;
}

const patienceMs = 15_000;

export interface Answer {
  method: string;
  route: string;
  code: string;
}

export interface CallerOptions {
  url: string;
  /** Who we are; read at each use, since the kubelet replaces it. */
  tokenFile: string;
  /** Id of the cluster whose resources these are: namespaces of two clusters may have one name. Without it nothing is done for tenants. */
  cluster?(): Promise<string>;
  onAnswer?(answer: Answer): void;
}

/** Calls of the declared surface, each with a token that opens no more than the call is about. */
export class DeclaredCaller {
  readonly #options: CallerOptions;
  readonly #tokens: NarrowedTokens;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#tokens = new NarrowedTokens((narrowing) =>
      // No pass's signal: the others wait for it as well.
      this.send<Narrowed>({
        ...{ method: 'POST', path: '/token', route: '/token', body: JSON.parse(narrowing), signal: undefined },
      }).catch(unlessOlder),
    );
  }

  async send<T>(call: Call): Promise<T> {
    const { narrowing: { organization, tenant } = {}, signal } = call;
    if (organization === undefined && !tenant)
      return this.#ask<T>(call, readFileSync(this.#options.tokenFile, 'utf8').trim());
    const cluster = tenant && (await this.#options.cluster?.());
    const narrowing = JSON.stringify({ organization, ...(tenant && { tenant: { cluster, ...tenant } }) });
    const token = await unlessAborted(this.#tokens.of(narrowing), signal);
    try {
      return await this.#ask<T>(call, token);
    } catch (error) {
      // Perhaps it is the token: the API has another key, or another clock.
      if (!(error instanceof ApiRefusal) || (error.status !== 401 && error.status !== 403)) throw error;
      return this.#ask<T>(call, await unlessAborted(this.#tokens.of(narrowing, token), signal));
    }
  }

  async #ask<T>(call: Call, token: string): Promise<T> {
    const { method, path, route, headers = {}, body, signal, withinMs = patienceMs } = call;
    const { url, onAnswer } = this.#options;
    const late = AbortSignal.timeout(withinMs);
    const answer = await fetch(`${url}/declared/v1${path}`, {
      method,
      redirect: 'error',
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, late]) : late,
    });
    onAnswer?.({ method, route, code: String(answer.status) });
    if (answer.ok) return (await answer.json()) as T;
    const problem = (await answer.json().catch(() => ({}))) as Problem;
    throw new ApiRefusal(answer.status, problem, answer.headers.get('retry-after'));
  }
}

/** While releases are rolled out an older api knows less of what a token is narrowed to: that says nothing of the object. */
function unlessOlder(error: unknown): never {
  if (!(error instanceof ApiRefusal) || error.code !== 'Invalid') throw error;
  throw new ApiRefusal(503, { ...error.problem, code: 'Unavailable' }, null);
}

/** Gives up waiting for what others go on waiting for. */
async function unlessAborted<T>(waited: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return waited;
  const aborted = Promise.withResolvers<never>();
  const giveUp = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', giveUp);
  try {
    signal.throwIfAborted();
    return await Promise.race([waited, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
