import { hostname } from 'node:os';
import type { KubeConfig } from '@kubernetes/client-node';
import { type Random, systemClock } from './clock.ts';
import { ClusterSource } from './cluster-source.ts';
import { Controller } from './controller.ts';
import { EventRecorder } from './events.ts';
import { Gate } from './gate.ts';
import { Health } from './health.ts';
import { Leader } from './leader.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Reconciler } from './reconciler.ts';
import { Redactor } from './redact.ts';
import { Rest } from './rest.ts';
import type { Source } from './source.ts';

/** What reconcilers are made from. */
export interface Machinery {
  controller: Controller;
  source: Source;
  redactor: Redactor;
  log: Log;
  metrics: Metrics;
  /** To the identity API; `probe` asks it anything at all. When it is back, whoever failed meanwhile is looked at at once. */
  gateTo(probe: () => Promise<unknown>): Gate;
}

export interface OperatorOptions {
  kubeConfig: KubeConfig;
  reconcilers(machinery: Machinery): readonly Reconciler[];
  /** Where the lease lives: the operator's own namespace. */
  namespace: string;
  /** Empty: all. */
  watchNamespaces?: readonly string[];
  syncPeriodSeconds?: number;
  workers?: number;
  health: { port: number; host?: string };
  random?: Random;
  /** Ends the process in good order. */
  signal: AbortSignal;
}

const leaseName = 'doorwright-operator';
const stuckMs = 5 * 60_000;

/**
 * The operator from start to end; answers the exit code. Both replicas keep their caches warm, one holds the lease and acts.
 * At the end: start nothing new, finish the passes, write the last events, give the lease back.
 */
export async function runOperator(options: OperatorOptions): Promise<number> {
  const { kubeConfig, namespace, health: address, signal, random = Math.random } = options;
  const clock = systemClock;
  const redactor = new Redactor();
  const log = createLog(redactor);
  const metrics = createMetrics();
  const host = new URL(kubeConfig.getCurrentCluster()?.server ?? 'http://none').host;
  const rest = new Rest(kubeConfig, { onAnswer: (answer) => metrics.restRequests.inc({ ...answer, host }) });
  const instance = hostname();
  const events = new EventRecorder({ rest, clock, redactor, log, instance });
  const { watchNamespaces = [], workers, syncPeriodSeconds } = options;
  const source = new ClusterSource({ rest, events, clock, random, log, watchNamespaces });
  const controller = new Controller({
    ...{ source, clock, random, redactor, log, metrics },
    ...(workers !== undefined && { workers }),
    ...(syncPeriodSeconds !== undefined && { syncPeriodSeconds }),
  });
  const health = new Health({
    clock,
    registry: metrics.registry,
    sick: () => (controller.longestPassMs > stuckMs ? ['A pass has been running for more than five minutes'] : []),
    unready: () => controller.unsynced.map((kind) => `${kind} is not synced yet`),
  });

  const ended = Promise.withResolvers<number>();
  const leader = new Leader({
    ...{ rest, clock, random, log, namespace },
    name: leaseName,
    identity: `${instance}_${process.pid}`,
    onElected: () => {
      metrics.isLeader.set({ name: leaseName }, 1);
      log.info({}, 'Became the leader');
      controller.start().catch(ended.reject);
    },
    onLost: () => {
      log.error({}, 'Lost the lease and stopped at once');
      ended.resolve(1);
    },
  });

  const gateTo = (probe: () => Promise<unknown>) => {
    const onChange = (state: 'open' | 'closed') => {
      log.warn({ state }, 'The circuit to the identity API changed');
      metrics.circuitOpen.set(state === 'open' ? 1 : 0);
      if (state === 'closed') controller.expedite();
    };
    return new Gate({ clock, probe, onChange });
  };
  controller.watch(options.reconcilers({ controller, source, redactor, log, metrics, gateTo }));
  const port = await health.listen(address.port, address.host);
  log.info({ port, watchNamespaces }, 'Started');
  leader.start();
  signal.addEventListener('abort', () => ended.resolve(0), { once: true });

  const code = await ended.promise;
  // Without the lease another replica may be acting already: no time for manners.
  if (code !== 0) return code;
  const finished = await controller.stop();
  await events.flush();
  await leader.release();
  await source.close();
  health.close();
  log.info({ finished }, 'Stopped');
  return 0;
}
