import { type BreakerOptions, CircuitBreaker, CircuitOpenError } from './circuit-breaker.ts';
import { TokenBucket } from './token-bucket.ts';

/** The one way to the identity API for all passes together: not more than it bears, and not at all while it is away. */
export class Gate {
  readonly #breaker: CircuitBreaker;
  readonly #bucket: TokenBucket;

  constructor(options: BreakerOptions & { perSecond?: number; burst?: number }) {
    this.#breaker = new CircuitBreaker(options);
    this.#bucket = new TokenBucket(options.clock, options);
  }

  async pass<T>(call: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    // Asked before as well as after the wait: no one should stand in line for a closed counter.
    if (this.#breaker.isOpen) throw new CircuitOpenError();
    await this.#bucket.take(signal);
    return this.#breaker.run(call, signal);
  }

  stop(): void {
    this.#breaker.stop();
  }
}
