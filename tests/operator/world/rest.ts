import { ClusterClient } from '@doorwright/operator/runtime/cluster/cluster-client.ts';
import type { Configuration, HttpMethod, ResponseContext } from '@kubernetes/client-node';

export interface Call {
  method: `${HttpMethod}`;
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  contentType?: string;
  accept?: string;
  signal?: AbortSignal;
}

class Any {
  readonly configuration: Configuration;

  constructor(configuration: Configuration) {
    this.configuration = configuration;
  }
}

/** The operator's client with requests of every form, for people and other programs in tests. */
export class Rest extends ClusterClient {
  async open({ method, path, query = {}, body, contentType, accept, signal }: Call): Promise<ResponseContext> {
    const { baseServer, authMethods, httpApi } = this.api(Any).configuration;
    const request = baseServer.makeRequestContext(path, method as HttpMethod);
    for (const [name, value] of Object.entries(query)) request.setQueryParam(name, value);
    request.setHeaderParam('Accept', accept ?? 'application/json');
    if (signal) request.setSignal(signal);
    if (body !== undefined) {
      request.setHeaderParam('Content-Type', contentType ?? 'application/json');
      request.setBody(JSON.stringify(body));
    }
    await authMethods.default?.applySecurityAuthentication(request);
    return httpApi.send(request).toPromise();
  }

  async json<T>(call: Call): Promise<T> {
    return JSON.parse(await (await this.open(call)).body.text()) as T;
  }
}
