import type { Clock } from '@doorwright/operator/runtime/clock.ts';

/** A clock that moves only on command. Timers fire in order, and their promises settle in between. */
export class FakeClock implements Clock {
  #now = 1_000_000;
  readonly #timers = new Set<{ at: number; fn: () => void }>();

  now(): number {
    return this.#now;
  }

  after(ms: number, fn: () => void): () => void {
    const timer = { at: this.#now + ms, fn };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  get pending(): number {
    return this.#timers.size;
  }

  /** The time until the next timer. */
  get nextIn(): number | undefined {
    const [first] = this.#due(Number.POSITIVE_INFINITY);
    return first && first.at - this.#now;
  }

  /** Time passes without timers, as with a blocked event loop or a suspended laptop. */
  stall(ms: number): void {
    this.#now += ms;
  }

  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await settled();
    for (let [next] = this.#due(end); next; [next] = this.#due(end)) {
      this.#timers.delete(next);
      this.#now = Math.max(this.#now, next.at);
      next.fn();
      await settled();
    }
    this.#now = end;
  }

  #due(until: number) {
    return [...this.#timers].filter(({ at }) => at <= until).sort((a, b) => a.at - b.at);
  }
}

/** Resolves after all ready promise callbacks. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
