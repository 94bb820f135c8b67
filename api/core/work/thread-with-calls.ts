import { once } from 'node:events';
import { type ResourceLimits, Worker } from 'node:worker_threads';

/** A thread that answers one message at a time. */
export interface ThreadWithCalls {
  /** Fails if the thread ends, or does not answer in time. The thread is then gone. */
  call<T>(message: object, withinMs: number): Promise<T>;
  stop(): Promise<unknown>;
}

/**
 * Starts a module with `workerData` in its own thread. If the module uses up its memory or fails, only the thread
 * ends. The thread gets an empty environment.
 */
export function startThreadWithCalls(module: URL, workerData: object, memory: ResourceLimits): ThreadWithCalls {
  const worker = new Worker(module, { workerData, resourceLimits: memory, execArgv: [], env: {} });
  const ended = new AbortController();
  worker.on('error', (error) => ended.abort(error)).once('exit', () => ended.abort(new Error('the thread ended')));
  return {
    async call(message, withinMs) {
      ended.signal.throwIfAborted();
      const late = AbortSignal.timeout(withinMs);
      const answered = once(worker, 'message', { signal: AbortSignal.any([late, ended.signal]) });
      worker.postMessage(message);
      try {
        const [answer] = await answered;
        return answer;
      } catch (error) {
        await worker.terminate();
        throw late.aborted ? late.reason : (ended.signal.reason ?? error);
      }
    },
    stop: () => worker.terminate(),
  };
}
