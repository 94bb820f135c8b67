import { pause, type Random, systemClock } from './clock.ts';
import { Controller } from './controller.ts';
import { createLog, type Log } from './observe/log.ts';
import { createMetrics, type Metrics } from './observe/metrics.ts';
import { Redactor } from './observe/redact.ts';
import { fullJitter } from './pace/backoff.ts';
import { Gate } from './pace/gate.ts';
import { readOnly } from './read-only-source.ts';
import type { Reconciler } from './reconciler.ts';
import type { Source } from './source.ts';

/** Services of sources and reconcilers. */
export interface Ground {
  redactor: Redactor;
  log: Log;
  metrics: Metrics;
  random: Random;
}

/** The dependencies of reconcilers. */
export interface Machinery extends Ground {
  controller: Controller;
  source: Source;
  /** Runs a task while this process is the leader. */
  whileActing(run: (signal: AbortSignal) => Promise<void>): void;
  /** The gate to the identity API. `probe` sends it any request. After an outage, failed objects are retried at once. */
  gateTo(probe: () => Promise<unknown>): Gate;
}

export interface MachineryOptions {
  reconcilers(machinery: Machinery): readonly Reconciler[];
  syncPeriodSeconds?: number;
  workers?: number;
  /** Kinds that are not written, except to finish deletions. */
  pausedKinds?: readonly string[];
  /** Writes nothing to the source. Reconcilers handle their own writes. */
  dryRun?: boolean;
  /** Begins to catch errors that escape. A test runner does this itself. */
  guard?: (ground: Ground) => void;
}

type Companion = (signal: AbortSignal) => Promise<void>;

/** Runs a task that lasts as long as the process. A failure is a mistake in it, and it begins again. */
function keepRunning(run: Companion, ground: Ground, signal: AbortSignal, failures = 1): void {
  run(signal).catch(async (error) => {
    if (signal.aborted) return;
    ground.log.error({ error }, 'A task beside the passes failed and begins again');
    await pause(systemClock, fullJitter(failures, ground.random), signal);
    keepRunning(run, ground, signal, failures + 1);
  });
}

export function layGround(): Ground {
  const redactor = new Redactor();
  return { redactor, log: createLog(redactor), metrics: createMetrics(), random: Math.random };
}

/** A watching controller. Its owner calls `start` when this process may act, and `stop` at the end. */
export function assemble(ground: Ground, present: Source, options: MachineryOptions) {
  const { log, metrics } = ground;
  const { reconcilers, dryRun, guard, ...limits } = options;
  guard?.(ground);
  const source = dryRun ? readOnly(present) : present;
  const controller = new Controller({ ...ground, ...limits, source, clock: systemClock });
  const gates: Gate[] = [];
  const gateTo = (probe: () => Promise<unknown>) => {
    const onChange = (state: 'open' | 'closed') => {
      log.warn({ state }, 'The circuit to the identity API changed');
      metrics.circuitOpen.set(state === 'open' ? 1 : 0);
      if (state === 'closed') controller.expedite();
    };
    const gate = new Gate({ clock: systemClock, probe, onChange });
    gates.push(gate);
    return gate;
  };
  const companions: Companion[] = [];
  const ending = new AbortController();
  const whileActing = (run: Companion) => void companions.push(run);
  controller.watch(reconcilers({ ...ground, controller, source, gateTo, whileActing }));
  return {
    controller,
    async start(): Promise<void> {
      await controller.whenSynced();
      for (const run of companions) keepRunning(run, ground, ending.signal);
      await controller.start();
    },
    /** True if all running passes ended. */
    async stop(): Promise<boolean> {
      ending.abort();
      const finished = await controller.stop();
      for (const gate of gates) gate.stop();
      return finished;
    },
  };
}
