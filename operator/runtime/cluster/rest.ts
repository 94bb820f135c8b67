import type { IncomingMessage } from 'node:http';
import http from 'node:http';
import https from 'node:https';
import { KubernetesError, type StatusBody } from '../kubernetes-error.ts';
import { ConnectionError } from '../pace/connection-error.ts';
import type { ClusterAccess } from './cluster-access.ts';

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** The content type of the body. For a patch, it names the strategy. */
  contentType?: string;
  accept?: string;
  signal?: AbortSignal;
}

export interface RestOptions {
  onAnswer?(answer: { method: string; code: string }): void;
}

/**
 * HTTP to the API server, with kept connections. The typed calls of the client library make a new TLS handshake for every request,
 * and hide Retry-After from a watch.
 */
export class Rest {
  readonly #cluster: ClusterAccess;
  readonly #options: RestOptions;
  readonly #wakers = new Set<() => void>();
  #agent: http.Agent | undefined;
  #unreachable = false;

  constructor(cluster: ClusterAccess, options: RestOptions = {}) {
    this.#cluster = cluster;
    this.#options = options;
  }

  async json<T>(call: Call): Promise<T> {
    const response = await this.open(call);
    try {
      return JSON.parse(await text(response)) as T;
    } catch (error) {
      throw call.signal?.aborted ? call.signal.reason : new ConnectionError(error);
    }
  }

  /** Returns the response before its body is read. A status other than 2xx throws. */
  async open(call: Call): Promise<IncomingMessage> {
    let response: IncomingMessage;
    try {
      response = await this.#send(call);
    } catch (error) {
      if (call.signal?.aborted) throw call.signal.reason;
      this.#unreachable = true;
      this.#options.onAnswer?.({ method: call.method, code: '<error>' });
      throw new ConnectionError(error);
    }
    this.#options.onAnswer?.({ method: call.method, code: String(response.statusCode) });
    this.#recovered();
    if (response.statusCode && response.statusCode >= 200 && response.statusCode < 300) return response;
    throw new KubernetesError(
      statusBody(await text(response)),
      response.statusCode ?? 0,
      response.headers['retry-after'],
    );
  }

  /** Called when the server answers again after a failure, so that back-offs can end. */
  onRecovered(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  close(): void {
    this.#agent?.destroy();
  }

  async #send({ method, path, query, body, contentType, accept, signal }: Call): Promise<IncomingMessage> {
    const cluster = this.#cluster.getCurrentCluster();
    if (!cluster) throw new Error('KUBECONFIG names no current cluster');
    const options: https.RequestOptions = { headers: {} };
    await this.#cluster.applyToHTTPSOptions(options);
    const url = new URL(cluster.server.replace(/\/$/, '') + path);
    for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
    const payload = body === undefined ? undefined : JSON.stringify(body);
    const headers: http.OutgoingHttpHeaders = {
      ...(options.headers as http.OutgoingHttpHeaders),
      accept: accept ?? 'application/json',
      'user-agent': 'doorwright-operator',
    };
    if (payload !== undefined) {
      headers['content-type'] = contentType ?? 'application/json';
      headers['content-length'] = Buffer.byteLength(payload);
    }
    const agent = this.#keepAlive(options.agent as https.Agent, cluster.proxyUrl);
    const { request } = url.protocol === 'http:' ? http : https;
    return new Promise((resolve, reject) => {
      const attempt = () => {
        const outgoing = request(url, { ...options, agent, method, headers, ...(signal && { signal }) }, resolve);
        // The server closed an idle connection as it was reused. The request was not read, so it is repeated.
        outgoing.on('error', (error: NodeJS.ErrnoException) =>
          outgoing.reusedSocket && error.code === 'ECONNRESET' && !signal?.aborted ? attempt() : reject(error),
        );
        outgoing.end(payload);
      };
      attempt();
    });
  }

  /** The library's agent closes each connection. Ours has its TLS options and keeps connections; a proxy's agent stays. */
  #keepAlive(agent: https.Agent, proxyUrl: string | undefined): http.Agent {
    if (proxyUrl) return agent;
    this.#agent ??= new (agent instanceof https.Agent ? https : http).Agent({
      ...agent.options,
      keepAlive: true,
      keepAliveMsecs: 15_000,
      maxFreeSockets: 32,
    });
    return this.#agent;
  }

  #recovered(): void {
    if (!this.#unreachable) return;
    this.#unreachable = false;
    for (const wake of this.#wakers) wake();
  }
}

async function text(response: IncomingMessage): Promise<string> {
  let whole = '';
  response.setEncoding('utf8');
  for await (const chunk of response) whole += chunk;
  return whole;
}

function statusBody(body: string): StatusBody {
  try {
    return JSON.parse(body) as StatusBody;
  } catch {
    return { message: body.slice(0, 300) }; // a proxy may answer plain text or HTML
  }
}
