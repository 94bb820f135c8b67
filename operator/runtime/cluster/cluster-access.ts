import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';

/** The address of the API server and our credentials, as the client library's KubeConfig has them. */
export interface ClusterAccess {
  getCurrentCluster(): { server: string; proxyUrl?: string | undefined } | null;
  applyToHTTPSOptions(options: https.RequestOptions): Promise<void>;
}

/** Access from a pod, by the kubelet's files. The token is read at each use, because the kubelet replaces it. */
export function podAccess(
  { host, port }: { host: string; port: string | undefined },
  credentials: string,
): ClusterAccess {
  const ca = readFileSync(join(credentials, 'ca.crt'));
  const agent = new https.Agent({ ca });
  const server = `https://${host.includes(':') ? `[${host}]` : host}:${port ?? 443}`;
  return {
    getCurrentCluster: () => ({ server }),
    async applyToHTTPSOptions(options) {
      const token = readFileSync(join(credentials, 'token'), 'utf8').trim();
      options.agent = agent;
      options.headers = { ...options.headers, authorization: `Bearer ${token}` };
    },
  };
}
