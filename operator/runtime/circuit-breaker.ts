import type { Clock } from './clock.ts';
import { isConnectionError } from './connection-error.ts';

/** Nobody is asked while the other side is known to be away. */
export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open: no connection could be made for a while');
    this.name = 'CircuitOpenError';
  }
}

export interface BreakerOptions {
  clock: Clock;
  /** Asks the other side whether it is back: any answer at all is a yes, and whatever it throws a no. */
  probe(): Promise<unknown>;
  onChange?(state: 'open' | 'closed'): void;
  opensAfter?: number;
  probeEveryMs?: number;
}

/** Opens after ten connection errors in a row; then only a probe every five seconds goes out, until one is answered. */
export class CircuitBreaker {
  readonly #options: Required<BreakerOptions>;
  #errors = 0;
  #cancelProbe: (() => void) | undefined;

  constructor(options: BreakerOptions) {
    this.#options = { onChange: () => {}, opensAfter: 10, probeEveryMs: 5000, ...options };
  }

  get isOpen(): boolean {
    return this.#cancelProbe !== undefined;
  }

  async run<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    if (this.isOpen) throw new CircuitOpenError();
    try {
      const answer = await call();
      this.#errors = 0;
      return answer;
    } catch (error) {
      // Who lost patience has learned nothing about the other side.
      if (!signal?.aborted) this.#errors = isConnectionError(error) ? this.#errors + 1 : 0;
      if (this.#errors >= this.#options.opensAfter && !this.isOpen) this.#open();
      throw error;
    }
  }

  stop(): void {
    this.#cancelProbe?.();
  }

  #open(): void {
    this.#scheduleProbe();
    this.#options.onChange('open');
  }

  #scheduleProbe(): void {
    const { clock, probe, probeEveryMs } = this.#options;
    this.#cancelProbe = clock.after(probeEveryMs, () => {
      probe().then(
        () => this.#close(),
        () => this.#scheduleProbe(),
      );
    });
  }

  #close(): void {
    this.#cancelProbe = undefined;
    this.#errors = 0;
    this.#options.onChange('closed');
  }
}
