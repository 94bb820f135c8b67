import { once } from 'node:events';
import { type ResourceLimits, type Transferable, Worker } from 'node:worker_threads';

interface Bounds {
  memory: ResourceLimits;
  withinMs: number;
  /** Parts of `workerData` that are handed over instead of copied. */
  transfer?: Transferable[];
}

/**
 * What a module answers to `workerData` in a thread of its own, which may use up what it is given, and fail, for itself
 * alone. It knows nothing of the environment.
 */
export async function answerOfThread<T>(
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
  // An error that comes after the answer, with nobody listening, would end the process.
  worker.on('error', () => undefined);
  try {
    const [answer] = await once(worker, 'message', { signal: AbortSignal.timeout(withinMs) });
    return answer;
  } finally {
    await worker.terminate();
  }
}
