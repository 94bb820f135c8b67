import { readFileSync } from 'node:fs';
import { ApiRefusal, type Problem } from './api-refusal.ts';
import { OrganizationTokens } from './organization-tokens.ts';

export interface Call {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  path: string;
  /** For metrics: the path without names. */
  route: string;
  /** Whose object it is about; none: asked as the operator itself. */
  organization?: string | undefined;
  headers?: Record<string, string>;
  body?: unknown;
  signal: AbortSignal | undefined;
}

export interface Answer {
  method: string;
  route: string;
  code: string;
}

export interface CallerOptions {
  url: string;
  /** Who we are; read at each use, since the kubelet replaces it. */
  tokenFile: string;
  onAnswer?(answer: Answer): void;
}

/** Calls of the declared surface, each with a token that opens no more than the call is about. */
export class DeclaredCaller {
  readonly #options: CallerOptions;
  readonly #tokens: OrganizationTokens;

  constructor(options: CallerOptions) {
    this.#options = options;
    this.#tokens = new OrganizationTokens((organization) =>
      this.send({ method: 'POST', path: '/token', route: '/token', body: { organization }, signal: undefined }),
    );
  }

  async send<T>(call: Call): Promise<T> {
    const { organization } = call;
    if (organization === undefined) return this.#ask<T>(call, readFileSync(this.#options.tokenFile, 'utf8').trim());
    const token = await this.#tokens.of(organization);
    try {
      return await this.#ask<T>(call, token);
    } catch (error) {
      // Perhaps it is the token: the API has another key, or another clock.
      if (!(error instanceof ApiRefusal) || (error.status !== 401 && error.status !== 403)) throw error;
      return this.#ask<T>(call, await this.#tokens.of(organization, token));
    }
  }

  async #ask<T>({ method, path, route, headers = {}, body, signal }: Call, token: string): Promise<T> {
    const { url, onAnswer } = this.#options;
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
