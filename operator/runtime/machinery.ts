import { type Random, systemClock } from './clock.ts';
import { Controller } from './controller.ts';
import { createLog, type Log } from './observe/log.ts';
import { createMetrics, type Metrics } from './observe/metrics.ts';
import { Redactor } from './observe/redact.ts';
import { Gate } from './pace/gate.ts';
import { readOnly } from './read-only-source.ts';
import type { Reconciler } from './reconciler.ts';
import type { Source } from './source.ts';

/** What every source and every reconciler may use. */
export interface Ground {
  redactor: Redactor;
  log: Log;
  metrics: Metrics;
  random: Random;
}

/** What reconcilers are made from. */
export interface Machinery extends Ground {
  controller: Controller;
  source: Source;
  /** Runs beside the passes from when this process may act until it ends: a standby only watches. */
  whileActing(run: (signal: AbortSignal) => Promise<void>): void;
  /** To the identity API; `probe` asks it anything at all. When it is back, whoever failed meanwhile is looked at at once. */
  gateTo(probe: () => Promise<unknown>): Gate;
}

export interface MachineryOptions {
  reconcilers(machinery: Machinery): readonly Reconciler[];
  syncPeriodSeconds?: number;
  workers?: number;
  /** Kinds of which nothing is written, but for finishing deletions. */
  pausedKinds?: readonly string[];
  /** Nothing is written where the objects come from; what reconcilers write elsewhere is theirs to leave. */
  dryRun?: boolean;
}

export function layGround(): Ground {
  const redactor = new Redactor();
  return { redactor, log: createLog(redactor), metrics: createMetrics(), random: Math.random };
}

/** A controller that has begun to watch; `start` is its owner's to call when this process may act, and `stop` at the end. */
export function assemble(ground: Ground, present: Source, options: MachineryOptions) {
  const { log, metrics } = ground;
  const { reconcilers, dryRun, ...limits } = options;
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
  const companions: ((signal: AbortSignal) => Promise<void>)[] = [];
  const ending = new AbortController();
  const whileActing = (run: (signal: AbortSignal) => Promise<void>) => void companions.push(run);
  controller.watch(reconcilers({ ...ground, controller, source, gateTo, whileActing }));
  return {
    controller,
    async start(): Promise<void> {
      await controller.whenSynced();
      for (const run of companions) void run(ending.signal);
      await controller.start();
    },
    /** True if every pass under way came to its end. */
    async stop(): Promise<boolean> {
      ending.abort();
      const finished = await controller.stop();
      for (const gate of gates) gate.stop();
      return finished;
    },
  };
}
