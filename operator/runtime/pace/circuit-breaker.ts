import type { Clock } from '../clock.ts';
import { isConnectionError } from './connection-error.ts';

/** No request leaves while the other side is known to be away. */
export class CircuitOpenError extends Error {
  constructor() {
    super('The circuit is open: no connection could be made for a while');
    this.name = 'CircuitOpenError';
  }
}

export interface BreakerOptions {
  clock: Clock;
  /** Probes the other side. Any answer means that it is there. */
  probe(): Promise<unknown>;
  onChange?(state: 'open' | 'closed'): void;
  opensAfter?: number;
  probeEveryMs?: number;
}

/** Answers of a gateway without a server behind it, or of an overloaded server. */
const standIns: readonly unknown[] = [502, 503, 504];

export const isStandIn = (error: unknown): boolean => standIns.includes((error as { status?: unknown } | null)?.status);

/**
 * Opens after ten connection errors in a row. Then a probe leaves every five seconds, until one is answered. Answers of gateways
 * count too, but before they open the circuit, the probe confirms it, because one object may cause them.
 */
export class CircuitBreaker {
  readonly #options: Required<BreakerOptions>;
  #errors = 0;
  #isAsking = false;
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
      // An aborted request says nothing about the other side.
      if (!signal?.aborted) this.#count(error);
      throw error;
    }
  }

  stop(): void {
    this.#cancelProbe?.();
  }

  #count(error: unknown): void {
    const isSilent = isConnectionError(error);
    this.#errors = isSilent || isStandIn(error) ? this.#errors + 1 : 0;
    if (isSilent) this.#openIfDue();
    else if (this.#isDue && !this.#isAsking) this.#ask();
  }

  get #isDue(): boolean {
    return this.#errors >= this.#options.opensAfter && !this.isOpen;
  }

  #ask(): void {
    this.#isAsking = true;
    this.#options
      .probe()
      .then(
        () => {
          this.#errors = 0;
        },
        () => this.#openIfDue(),
      )
      .finally(() => {
        this.#isAsking = false;
      });
  }

  #openIfDue(): void {
    if (!this.#isDue) return;
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
