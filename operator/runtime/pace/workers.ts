import type { Clock } from '../clock.ts';
import type { Lane, Queue, QueueKey } from './queue.ts';

export interface WorkersOptions {
  queue: Queue;
  clock: Clock;
  work(key: QueueKey, lane: Lane, waitedMs: number): Promise<void>;
  /** The work handles errors itself, so this is a mistake in it. The worker goes on. */
  onFailed(key: QueueKey, error: unknown): void;
  workers?: number;
}

/** Works on the queue with a limited number of workers. */
export class Workers {
  readonly #options: WorkersOptions;
  readonly #limit: number;
  readonly #startedAt = new Map<QueueKey, number>();
  #running = false;
  #idle = Promise.withResolvers<void>();

  constructor(options: WorkersOptions) {
    this.#options = options;
    this.#limit = options.workers ?? 16;
    options.queue.onReady(() => this.#fill());
  }

  get active(): number {
    return this.#startedAt.size;
  }

  /** The age of the oldest running pass. */
  get longestMs(): number {
    const now = this.#options.clock.now();
    return Math.max(0, ...[...this.#startedAt.values()].map((start) => now - start));
  }

  start(): void {
    this.#running = true;
    this.#fill();
  }

  /** Starts nothing new. Resolves true if all running passes ended in time. */
  async drain(withinMs: number): Promise<boolean> {
    this.#running = false;
    if (this.#startedAt.size === 0) return true;
    this.#idle = Promise.withResolvers();
    const late = Promise.withResolvers<void>();
    const cancel = this.#options.clock.after(withinMs, late.resolve);
    await Promise.race([this.#idle.promise, late.promise]);
    cancel();
    return this.#startedAt.size === 0;
  }

  #fill(): void {
    const { queue, clock } = this.#options;
    while (this.#running && this.#startedAt.size < this.#limit) {
      const next = queue.take();
      if (!next) return;
      this.#startedAt.set(next.key, clock.now());
      this.#run(next.key, next.lane, clock.now() - next.since).catch((error) =>
        this.#options.onFailed(next.key, error),
      );
    }
  }

  async #run(key: QueueKey, lane: Lane, waitedMs: number): Promise<void> {
    try {
      await this.#options.work(key, lane, waitedMs);
    } finally {
      this.#startedAt.delete(key);
      if (this.#startedAt.size === 0) this.#idle.resolve();
      this.#options.queue.done(key);
    }
  }
}
