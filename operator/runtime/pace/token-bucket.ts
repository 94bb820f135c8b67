import { type Clock, pause } from '../clock.ts';

/** Allows `burst` requests at once and `perSecond` on average. Further callers wait in line. */
export class TokenBucket {
  readonly #clock: Clock;
  readonly #perSecond: number;
  readonly #burst: number;
  #tokens: number;
  #at: number;

  constructor(clock: Clock, { perSecond = 100, burst = 200 } = {}) {
    this.#clock = clock;
    this.#perSecond = perSecond;
    this.#burst = burst;
    this.#tokens = burst;
    this.#at = clock.now();
  }

  /** A negative balance is the place in the line. */
  async take(signal?: AbortSignal): Promise<void> {
    const now = this.#clock.now();
    this.#tokens = Math.min(this.#burst, this.#tokens + ((now - this.#at) / 1000) * this.#perSecond);
    this.#at = now;
    this.#tokens -= 1;
    if (this.#tokens >= 0) return;
    await pause(this.#clock, (-this.#tokens / this.#perSecond) * 1000, signal);
    signal?.throwIfAborted();
  }
}
