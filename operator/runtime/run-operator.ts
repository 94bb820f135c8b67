import { hostname } from 'node:os';
import type { KubeConfig } from '@kubernetes/client-node';
import { systemClock } from './clock.ts';
import { ClusterClient } from './cluster/cluster-client.ts';
import { ClusterSource } from './cluster/cluster-source.ts';
import { EventRecorder } from './cluster/events.ts';
import { Leader } from './cluster/leader.ts';
import { assemble, layGround, type MachineryOptions } from './machinery.ts';
import { Health } from './observe/health.ts';

export interface OperatorOptions extends MachineryOptions {
  cluster: KubeConfig;
  /** The operator's own namespace, with the lease and the tombstones. */
  namespace: string;
  lease: string;
  /** Names of the ConfigMaps with tombstones. */
  tombstones: readonly string[];
  /** Empty: all. */
  watchNamespaces?: readonly string[];
  health: { port: number; host?: string };
  /** Stops the process in order. */
  signal: AbortSignal;
}

const stuckMs = 5 * 60_000;

/**
 * Runs the operator on a cluster and returns the exit code. All replicas fill their caches; the one with the lease acts. At the
 * end, it finishes its passes, writes the last events and gives the lease back.
 */
export async function runOperator(options: OperatorOptions): Promise<number> {
  const {
    cluster,
    namespace,
    lease,
    tombstones: names,
    watchNamespaces = [],
    health: address,
    signal,
    ...limits
  } = options;
  const ground = layGround();
  const { log, metrics, redactor } = ground;
  const common = { ...ground, clock: systemClock };
  const host = new URL(cluster.getCurrentCluster()?.server ?? 'http://none').host;
  const client = new ClusterClient(cluster, { onAnswer: (answer) => metrics.restRequests.inc({ ...answer, host }) });
  const instance = hostname();
  const events = new EventRecorder({ client, clock: systemClock, redactor, log, instance });
  const source = new ClusterSource({ ...common, client, events, watchNamespaces, tombstones: { namespace, names } });
  const { controller, start, stop } = assemble(ground, source, limits);
  const health = new Health({
    clock: systemClock,
    registry: metrics.registry,
    sick: () => (controller.longestPassMs > stuckMs ? ['A pass has been running for more than five minutes'] : []),
    unready: () => controller.unsynced.map((kind) => `${kind} is not synced yet`),
  });

  const ended = Promise.withResolvers<number>();
  const leader = new Leader({
    ...common,
    client,
    namespace,
    name: lease,
    identity: `${instance}_${process.pid}`,
    onElected: () => {
      metrics.isLeader.set({ name: lease }, 1);
      log.info({}, 'Became the leader');
      start().catch(ended.reject);
    },
    onLost: () => {
      log.error({}, 'Lost the lease and stopped at once');
      ended.resolve(1);
    },
  });

  const port = await health.listen(address.port, address.host);
  log.info({ port, watchNamespaces }, 'Started');
  signal.addEventListener('abort', () => ended.resolve(0), { once: true });
  if (signal.aborted) ended.resolve(0);
  else if (limits.dryRun) start().catch(ended.reject);
  else leader.start();

  const code = await ended.promise;
  // Another replica may act already, so the process ends at once.
  if (code !== 0) return code;
  const finished = await stop();
  await source.close();
  await leader.release();
  client.close();
  health.close();
  log.info({ finished }, 'Stopped');
  return 0;
}
