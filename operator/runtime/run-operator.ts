import { hostname } from 'node:os';
import { systemClock } from './clock.ts';
import type { ClusterAccess } from './cluster/cluster-access.ts';
import { ClusterSource } from './cluster/cluster-source.ts';
import { EventRecorder } from './cluster/events.ts';
import { Leader } from './cluster/leader.ts';
import { Rest } from './cluster/rest.ts';
import { assemble, layGround, type MachineryOptions } from './machinery.ts';
import { Health } from './observe/health.ts';

export interface OperatorOptions extends MachineryOptions {
  cluster: ClusterAccess;
  /** Where the lease and the tombstones live: the operator's own namespace. */
  namespace: string;
  lease: string;
  /** ConfigMaps of that namespace, for what is still to be let go of in the API. */
  tombstones: readonly string[];
  /** Empty: all. */
  watchNamespaces?: readonly string[];
  health: { port: number; host?: string };
  /** Ends the process in good order. */
  signal: AbortSignal;
}

const stuckMs = 5 * 60_000;

/**
 * The operator on a cluster from start to end; answers the exit code, and with any but 0 the caller exits at once. All replicas
 * keep their caches warm, one holds the lease and acts. At the end: start nothing new, finish the passes, write the last events,
 * give the lease back.
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
  const rest = new Rest(cluster, { onAnswer: (answer) => metrics.restRequests.inc({ ...answer, host }) });
  const instance = hostname();
  const events = new EventRecorder({ rest, clock: systemClock, redactor, log, instance });
  const source = new ClusterSource({ ...common, rest, events, watchNamespaces, tombstones: { namespace, names } });
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
    rest,
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
  // Without the lease another replica may be acting already: no time for manners.
  if (code !== 0) return code;
  const finished = await stop();
  await source.close();
  await leader.release();
  rest.close();
  health.close();
  log.info({ finished }, 'Stopped');
  return 0;
}
