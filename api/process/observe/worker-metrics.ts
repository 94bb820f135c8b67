import type { Worker } from 'node:cluster';
import { AggregatorRegistry } from 'prom-client';
import { askOverPipe, type Peer } from './ask-over-pipe.ts';
import type { Metrics } from './metrics.ts';

type Figures = { type?: string }[];

const neverFalls = ({ type }: { type?: string }) => type === 'counter' || type === 'histogram';

/**
 * Runs in the primary and sends the sum of all workers' metrics to each worker. An ended worker's counts stay in
 * the sum, so counters never fall.
 */
export function createMetricsTotals(): { add: (worker: Worker) => void; remove: (worker: Worker) => void } {
  const asking = new Map<number, () => Promise<unknown>>();
  const latest = new Map<number, Figures>();
  let gone: Figures = [];

  async function total(): Promise<string> {
    const answers = [...asking].map(async ([id, ask]) => {
      const figures = await ask();
      if (figures && asking.has(id)) latest.set(id, figures as Figures);
    });
    await Promise.all(answers);
    return AggregatorRegistry.aggregate([gone, ...latest.values()]).metrics();
  }
  return {
    add: (worker) => void asking.set(worker.id, askOverPipe(worker as Peer, { answer: total, withinMs: 1_000 })),
    remove({ id }) {
      asking.delete(id);
      const last = (latest.get(id) ?? []).filter(neverFalls);
      latest.delete(id);
      gone = AggregatorRegistry.aggregate([gone, last]).getMetricsAsArray() as object[];
    },
  };
}

/** Runs in a worker. A request for metrics reaches any worker, so each one answers with the metrics of all. */
export function metricsOfAllWorkers(own: Metrics): Metrics {
  const ask = askOverPipe(process as Peer, { answer: own.figures, withinMs: 5_000 });
  async function text(): Promise<string> {
    const all = await ask();
    if (typeof all !== 'string') throw new Error('The primary process did not send the metrics of all workers in time');
    return all;
  }
  return { ...own, text };
}
