import { type Random, systemClock } from './clock.ts';
import { Controller } from './controller.ts';
import { Gate } from './gate.ts';
import { createLog, type Log } from './log.ts';
import { createMetrics, type Metrics } from './metrics.ts';
import type { Reconciler } from './reconciler.ts';
import { Redactor } from './redact.ts';
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
  /** To the identity API; `probe` asks it anything at all. When it is back, whoever failed meanwhile is looked at at once. */
  gateTo(probe: () => Promise<unknown>): Gate;
}

export interface MachineryOptions {
  reconcilers(machinery: Machinery): readonly Reconciler[];
  syncPeriodSeconds?: number;
  workers?: number;
}

export function layGround(): Ground {
  const redactor = new Redactor();
  return { redactor, log: createLog(redactor), metrics: createMetrics(), random: Math.random };
}

/** A controller that has begun to watch; `start` and `stop` are its owner's to call. */
export function assemble(ground: Ground, source: Source, options: MachineryOptions) {
  const { log, metrics } = ground;
  const { reconcilers, ...limits } = options;
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
  controller.watch(reconcilers({ ...ground, controller, source, gateTo }));
  return {
    controller,
    /** True if every pass under way came to its end. */
    async stop(): Promise<boolean> {
      const finished = await controller.stop();
      for (const gate of gates) gate.stop();
      return finished;
    },
  };
}
