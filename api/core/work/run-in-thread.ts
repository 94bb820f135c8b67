import { once } from 'node:events';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

interface Bounds {
  memory: ResourceLimits;
  withinMs: number;
  /** Parts of `workerData` that are moved instead of copied. */
  transfer?: Transferable[];
}

/**
 * Runs a module with `workerData` in its own thread and returns its answer. If the module uses up its memory or
 * fails, only the thread ends. The thread gets an empty environment.
 */
export async function runInThread<T>(
  module: URL,
  workerData: object,
  { memory, withinMs, transfer = [] }: Bounds,
): Promise<T> {
  const worker = new Worker(module, {
    workerData,
    transferList: transfer,
    resourceLimits: memory,
    execArgv: [],
    env: {},
  });
  // Without this listener, an error after the answer would end the process.
  worker.on('error', () => undefined);
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) });
    return answer;
  } finally {
    await worker.terminate();
  }
}
