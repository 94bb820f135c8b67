import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isLeftOut } from '../runner/left-out.ts';
import { type Cluster, startCluster } from './cluster.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The socket where test files request the shared cluster. */
    sharedCluster: string;
  }
}

/**
 * For the global set-up: one cluster for the whole run. It belongs to the process that outlives the test files, and starts with the
 * first request, so that a run without such tests starts none. Provide `socket` as `sharedCluster`.
 */
export async function offerSharedCluster(): Promise<{ socket: string; close(): Promise<void> }> {
  const dir = await mkdtemp(join(tmpdir(), 'doorwright-shared-'));
  const socket = join(dir, 'socket');
  let cluster: Promise<Cluster> | undefined;
  const server = createServer(async (_request, response) => {
    try {
      cluster ??= startCluster();
      response.end((await cluster).kubeconfig);
    } catch (error) {
      response.writeHead(isLeftOut(error) ? 501 : 500).end(error instanceof Error ? error.message : String(error));
    }
  });
  // A build may come first, which takes longer than the usual timeout.
  server.requestTimeout = 0;
  await once(server.listen(socket), 'listening');
  server.unref();
  return {
    socket,
    async close() {
      server.close();
      await cluster?.then((started) => started.stop()).catch(() => {});
      await rm(dir, { recursive: true, force: true });
    },
  };
}
