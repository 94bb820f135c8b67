import { readFileSync } from 'node:fs';
import { ApiRefusal, type Problem } from './api-refusal.ts';
import type { TenantScope } from './declared-objects.ts';
import { type Narrowed, NarrowedTokens } from './narrowed-tokens.ts';

interface Narrowing {
  organization?: string | undefined;
  tenant?: TenantScope | undefined;
}

export interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** The path without names, for metrics. */
  route: string;
  /** What the token is narrowed to. With neither, the operator uses its own token. */
  narrowing?: Narrowing;
  headers?: Record<string, string>;
  body?: unknown;
  signal: AbortSignal | undefined;
  /** After this time without an answer, the server counts as unavailable. */
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
  /** The token file of the operator. It is read at each use, because the kubelet replaces it. */
  tokenFile: string;
  /** The id of the cluster, because two clusters may have namespaces of one name. Requests for tenants need it. */
  cluster?(): Promise<string>;
  onAnswer?(answer: Answer): void;
}

/** Sends each request with the narrowest token that it needs. */
export class DeclaredCaller {
  readonly #options: CallerOptions;
  readonly #tokens: NarrowedTokens;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#tokens = new NarrowedTokens((narrowing) =>
      // No signal of a pass, because other passes wait for the same token.
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
      // The token may be invalid: the API may have another key or another clock.
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

/** During an upgrade, an older API may not know how a token is narrowed. That says nothing about the object. */
function unlessOlder(error: unknown): never {
  if (!(error instanceof ApiRefusal) || error.code !== 'Invalid') throw error;
  throw new ApiRefusal(503, { ...error.problem, code: 'Unavailable' }, null);
}

/** Stops waiting for a shared promise when the signal aborts. */
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
