import {
  type ApiConstructor,
  type ApiType,
  type Configuration,
  createConfiguration,
  HttpMethod,
  IsomorphicFetchHttpLibrary,
  type KubeConfig,
  type RequestContext,
  type ResponseContext,
  ServerConfiguration,
  wrapHttpLibrary,
} from '@kubernetes/client-node';
import { KubernetesError, type StatusBody } from '../kubernetes-error.ts';
import { ConnectionError } from '../pace/connection-error.ts';

export interface ClusterClientOptions {
  onAnswer?(answer: { method: string; code: string }): void;
}

/** A GET for which the library has no client. */
export interface Read {
  path: string;
  query: Record<string, string>;
  accept?: string;
  signal: AbortSignal;
}

type Connections = NonNullable<ReturnType<RequestContext['getDispatcher']>>;

/** The clients of the library, with kept connections, with the errors of this runtime, and with streams of watches. */
export class ClusterClient {
  readonly #access: KubeConfig;
  readonly #options: ClusterClientOptions;
  readonly #configuration: Configuration;
  readonly #http = new IsomorphicFetchHttpLibrary();
  readonly #wakers = new Set<() => void>();
  #kept: Connections | undefined;
  #unreachable = false;

  constructor(access: KubeConfig, options: ClusterClientOptions = {}) {
    this.#access = access;
    this.#options = options;
    this.#configuration = createConfiguration({
      baseServer: new ServerConfiguration(access.getCurrentCluster()?.server.replace(/\/$/, '') ?? 'http://none', {}),
      authMethods: {
        default: {
          getName: () => 'kubeconfig with kept connections',
          applySecurityAuthentication: (request) => this.#authenticate(request, true),
        },
      },
      httpApi: wrapHttpLibrary({ send: (request) => this.#send(request) }),
    });
  }

  /** A typed client, such as `CoreV1Api`. Other statuses than 2xx are a KubernetesError. */
  api<T extends ApiType>(type: ApiConstructor<T>): T {
    return new type(this.#configuration);
  }

  /** With the shared connections, for lists. */
  async read<T>(read: Read): Promise<T> {
    const request = this.#request(read);
    await this.#authenticate(request, true);
    return JSON.parse(await (await this.#send(request)).body.text()) as T;
  }

  /** The bytes of a watch. It has its own connection, which ends with the signal: no dead connection silences two watches. */
  async watch(read: Read): Promise<AsyncIterable<Uint8Array>> {
    const request = this.#request(read);
    await this.#authenticate(request, false);
    const connection = request.getDispatcher();
    read.signal.addEventListener('abort', () => void connection?.destroy().catch(() => {}), { once: true });
    const stream = (await this.#send(request)).body.stream();
    if (!stream) throw new ConnectionError('The answer has no body');
    return stream;
  }

  /** Called when the server answers again after a failure, so that back-offs can end. */
  onRecovered(wake: () => void): () => void {
    this.#wakers.add(wake);
    return () => this.#wakers.delete(wake);
  }

  close(): void {
    void this.#kept?.destroy().catch(() => {});
  }

  #request({ path, query, accept = 'application/json', signal }: Read): RequestContext {
    const request = this.#configuration.baseServer.makeRequestContext(path, HttpMethod.GET);
    for (const [name, value] of Object.entries(query)) request.setQueryParam(name, value);
    request.setHeaderParam('Accept', accept);
    request.setSignal(signal);
    return request;
  }

  /**
   * The library reads the credentials each time, and makes new connections for each request. A TLS handshake takes five times the
   * processor time of a call, so calls share the connections of the first one.
   */
  async #authenticate(request: RequestContext, keep: boolean): Promise<void> {
    try {
      await this.#access.applySecurityAuthentication(request);
    } catch (error) {
      throw this.#unanswered(request, error);
    }
    if (!keep) return;
    this.#kept ??= request.getDispatcher();
    if (this.#kept) request.setDispatcher(this.#kept);
  }

  async #send(request: RequestContext): Promise<ResponseContext> {
    request.setHeaderParam('User-Agent', 'doorwright-operator');
    let response: ResponseContext;
    try {
      response = await this.#http.send(request).toPromise();
    } catch (error) {
      // The connection may be dead, or the CA or the client's certificate may be new.
      if (this.#kept === request.getDispatcher()) this.#dropConnections();
      const signal = request.getSignal();
      throw signal?.aborted ? signal.reason : this.#unanswered(request, (error as Error).cause ?? error);
    }
    const { httpStatusCode: status, headers, body } = response;
    this.#options.onAnswer?.({ method: request.getHttpMethod(), code: String(status) });
    this.#recovered();
    if (status >= 200 && status < 300) return response;
    throw new KubernetesError(statusBody(await body.text()), status, headers['retry-after']);
  }

  #unanswered(request: RequestContext, cause: unknown): ConnectionError {
    this.#unreachable = true;
    this.#options.onAnswer?.({ method: request.getHttpMethod(), code: '<error>' });
    return new ConnectionError(cause);
  }

  /** Calls under way end by themselves. */
  #dropConnections(): void {
    void this.#kept?.close().catch(() => {});
    this.#kept = undefined;
  }

  #recovered(): void {
    if (!this.#unreachable) return;
    this.#unreachable = false;
    for (const wake of this.#wakers) wake();
  }
}

function statusBody(body: string): StatusBody {
  try {
    return JSON.parse(body) as StatusBody;
  } catch {
    return { message: body.slice(0, 300) }; // a proxy may answer plain text or HTML
  }
}
