import { type BreakerOptions, CircuitBreaker, CircuitOpenError } from './circuit-breaker.ts';
import { TokenBucket } from './token-bucket.ts';

/** All requests to the identity API pass here. The gate limits them, and closes while the API is away. */
export class Gate {
  readonly #breaker: CircuitBreaker;
  readonly #bucket: TokenBucket;

  constructor(options: BreakerOptions & { perSecond?: number; burst?: number }) {
    this.#breaker = new CircuitBreaker(options);
    this.#bucket = new TokenBucket(options.clock, options);
  }

  async pass<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    // Checked before and after the wait, because waiting for a closed gate is useless.
    if (this.#breaker.isOpen) throw new CircuitOpenError();
    await this.#bucket.take(signal);
    return this.#breaker.run(call, signal);
  }

  stop(): void {
    this.#breaker.stop();
  }
}
