import { readFileSync } from 'node:fs';
import https from 'node:https';
import { join } from 'node:path';

/** Where the API server is and who we are to it: what KubeConfig of the client library answers, as far as it is used here. */
export interface ClusterAccess {
  getCurrentCluster(): { server: string; proxyUrl?: string | undefined } | null;
  applyToHTTPSOptions(options: https.RequestOptions): Promise<void>;
}

/** From inside of a pod, by the files that the kubelet keeps in `credentials`. The token is read each time: it is replaced long before it ends. */
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
