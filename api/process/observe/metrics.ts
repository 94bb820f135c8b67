import type { RequestHandler } from 'express';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { countJobs } from '../../background/count-jobs.ts';
import { withTimeout } from '../../core/work/with-timeout.ts';
import type { Db } from '../../db/knex.ts';
import { lagOf } from '../../features/record-shipping/position.ts';
import type { TargetName } from '../../features/record-shipping/target.ts';

/** The Prometheus metrics of one process. */
export function createMetrics({ db, shipsTo = [] }: { db: Db; shipsTo?: readonly TargetName[] }) {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  new Gauge({
    name: 'database_pool_connections',
    help: 'Connections to Postgres, by state.',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      const { pool } = db.client;
      this.set({ state: 'used' }, pool.numUsed());
      this.set({ state: 'free' }, pool.numFree());
      this.set({ state: 'awaited' }, pool.numPendingAcquires());
    },
  });
  new Gauge({
    name: 'doorwright_jobs',
    help: 'Jobs that are not done: later, waiting, active, retry, or dead.',
    labelNames: ['kind', 'state'],
    // Each worker process counts the same jobs.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const figures = await withTimeout(countJobs(db), 800).catch(() => undefined);
      // Without the database, the other metrics are still useful.
      this.reset();
      for (const { kind, state, jobs } of figures ?? []) this.set({ kind, state }, jobs);
    },
  });
  new Gauge({
    name: 'doorwright_record_shipping_lag_seconds',
    help: 'Age of the oldest record that a target of the settings lacks. 0 if it has all.',
    labelNames: ['target'],
    // Each worker process asks the same database.
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const lags = await withTimeout(lagOf(db, shipsTo), 800).catch(() => undefined);
      this.reset();
      for (const { target, seconds } of lags ?? []) this.set({ target }, seconds);
    },
  });
  const refusedRecords = new Counter({
    name: 'doorwright_record_shipping_refused_total',
    help: 'Records that a target of the settings has refused for good.',
    labelNames: ['target'],
    registers: [registry],
  });
  const escapedErrors = new Counter({
    name: 'doorwright_escaped_errors_total',
    help: 'Errors that left every handler. The process went on, but each one is a mistake in the program.',
    labelNames: ['origin'],
    registers: [registry],
  });
  // An alert sees the first error only if the counter was 0 before.
  for (const origin of ['uncaughtException', 'unhandledRejection']) escapedErrors.inc({ origin }, 0);
  const observe: RequestHandler = (req, res, next) => {
    const end = duration.startTimer();
    res.once('close', () => end({ method: req.method, route: req.route?.path ?? 'none', status: res.statusCode }));
    next();
  };
  return {
    observe,
    noteRefusedRecords: (target: string, records: number) => refusedRecords.inc({ target }, records),
    noteEscaped: (origin: string) => escapedErrors.inc({ origin }),
    contentType: registry.contentType,
    text: () => registry.metrics(),
    figures: () => registry.getMetricsAsJSON(),
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
