import { createHash } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { KubernetesObject } from '../kubernetes-object.ts';

export const syncPeriodAnnotation = 'doorwright.dev/sync-period';

/** The shortest period of an annotation. A shorter one would be polling. */
const shortestSeconds = 10;

export interface SweepOptions {
  clock: Clock;
  periodSeconds: number;
  objects(): Iterable<KubernetesObject>;
  onDue(object: KubernetesObject): void;
}

const tickMs = 1000;

/** Visits every object once a period. The uid determines its moment, so objects do not come together. */
export class Sweep {
  readonly #options: SweepOptions;
  #sweptUntil: number;
  #cancel: (() => void) | undefined;

  constructor(options: SweepOptions) {
    this.#options = options;
    this.#sweptUntil = options.clock.now();
  }

  start(): void {
    this.#sweptUntil = this.#options.clock.now();
    this.#schedule();
  }

  stop(): void {
    this.#cancel?.();
  }

  #schedule(): void {
    this.#cancel = this.#options.clock.after(tickMs, () => {
      // First, so that a failure in one moment stops no other.
      this.#schedule();
      this.#tick();
    });
  }

  #tick(): void {
    const { clock, objects, onDue, periodSeconds } = this.#options;
    const from = Math.max(this.#sweptUntil, clock.now() - periodSeconds * 1000);
    // After a stall, missed moments are made up at double speed.
    const to = Math.min(clock.now(), from + 2 * tickMs);
    for (const object of objects()) if (isDue(object, { from, to, periodSeconds })) onDue(object);
    this.#sweptUntil = to;
  }
}

/** Whether the object's moment lies in (from, to]. */
export function isDue(
  object: KubernetesObject,
  { from, to, periodSeconds }: { from: number; to: number; periodSeconds: number },
) {
  const period = 1000 * periodOf(object, periodSeconds);
  const phase = hashOf(object) % period;
  return Math.floor((to - phase) / period) > Math.floor((from - phase) / period);
}

function periodOf({ metadata }: KubernetesObject, standard: number): number {
  const asked = Number(metadata.annotations?.[syncPeriodAnnotation]);
  return Number.isFinite(asked) && asked > 0 ? Math.max(asked, shortestSeconds) : standard;
}

const hashes = new WeakMap<object, number>();

/** Cached, because the sweep asks every second. */
function hashOf(object: KubernetesObject): number {
  let known = hashes.get(object);
  if (known === undefined) {
    known = createHash('sha1')
      .update(object.metadata.uid ?? object.metadata.name)
      .digest()
      .readUInt32LE();
    hashes.set(object, known);
  }
  return known;
}
