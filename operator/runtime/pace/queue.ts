import type { Clock, Random } from '../clock.ts';
import { retryDelay } from './backoff.ts';

export interface QueueKey {
  kind: string;
  namespace: string;
  name: string;
}

/** In the order of service: changes by people, their consequences, failures, regular checks. */
export const lanes = ['spec', 'dependency', 'retry', 'sweep'] as const;
export type Lane = (typeof lanes)[number];

/** After this time, a waiting consequence of others' edits takes turns with edits of its own namespace, which may never end. */
const longestWaitMs = 5_000;

export interface QueueOptions {
  clock: Clock;
  random: Random;
  /** The largest number of workers for one namespace while others wait. */
  perNamespace?: number;
  onAdd?(key: QueueKey, lane: Lane): void;
}

interface Waiting {
  key: QueueKey;
  lane: Lane;
  since: number;
}

export function formatKey({ kind, namespace, name }: QueueKey): string {
  return `${kind}/${namespace}/${name}`;
}

/**
 * The queue of objects. One worker at a time has an object; if it is added meanwhile, it comes again. Namespaces take turns within
 * a lane, so that one tenant cannot delay another.
 */
export class Queue {
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #perNamespace: number;
  readonly #onAdd: (key: QueueKey, lane: Lane) => void;
  /** Lane → namespace → ids. A Map keeps insertion order, so moving the first entry to the end rotates it. */
  readonly #turns = new Map<Lane, Map<string, Set<string>>>(lanes.map((lane) => [lane, new Map()]));
  readonly #waiting = new Map<string, Waiting>();
  readonly #waitingIn = new Map<string, number>();
  readonly #processing = new Set<string>();
  readonly #activeIn = new Map<string, number>();
  readonly #dirty = new Map<string, { key: QueueKey; lane: Lane }>();
  readonly #delayed = new Map<string, { key: QueueKey; lane: Lane; cancel(): void }>();
  readonly #failures = new Map<string, number>();
  #onReady: () => void = () => {};
  #wasOverdue = false;

  constructor({ clock, random, perNamespace = 4, onAdd = () => {} }: QueueOptions) {
    this.#clock = clock;
    this.#random = random;
    this.#perNamespace = perNamespace;
    this.#onAdd = onAdd;
  }

  get depth(): number {
    return this.#waiting.size;
  }

  get active(): number {
    return this.#processing.size;
  }

  /** Calls `wake` when an object may be available. */
  onReady(wake: () => void): void {
    this.#onReady = wake;
  }

  add(key: QueueKey, lane: Lane): void {
    const id = formatKey(key);
    this.#cancelDelay(id);
    if (this.#processing.has(id)) {
      const dirty = this.#dirty.get(id);
      if (!dirty || isBefore(lane, dirty.lane)) this.#dirty.set(id, { key, lane });
      return;
    }
    const waiting = this.#waiting.get(id);
    if (waiting && !isBefore(lane, waiting.lane)) return;
    if (waiting) this.#leave(id, waiting);
    else this.#onAdd(key, lane);
    this.#enter(id, { key, lane, since: waiting?.since ?? this.#clock.now() });
    this.#onReady();
  }

  /** Replaces an earlier delay. */
  addAfter(key: QueueKey, ms: number, lane: Lane = 'retry'): void {
    const id = formatKey(key);
    this.#cancelDelay(id);
    const cancel = this.#clock.after(ms, () => {
      this.#delayed.delete(id);
      this.add(key, lane);
    });
    this.#delayed.set(id, { key, lane, cancel });
  }

  /** Doubles from 1 s to 5 min, unless the other side sets the time. */
  retry(key: QueueKey, retryAfterMs?: number): void {
    const id = formatKey(key);
    const failures = (this.#failures.get(id) ?? 0) + 1;
    this.#failures.set(id, failures);
    this.addAfter(key, retryAfterMs ?? retryDelay(failures, this.#random));
  }

  /** Resets the back-off after success, a terminal error or a new generation. */
  forget(key: QueueKey): void {
    this.#failures.delete(formatKey(key));
  }

  /** Removes delay and failures of a deleted object. */
  drop(key: QueueKey): void {
    this.forget(key);
    this.#cancelDelay(formatKey(key));
  }

  /** Adds all delayed objects now. */
  expedite(): void {
    for (const { key, lane } of [...this.#delayed.values()]) this.add(key, lane);
  }

  /** The next object, which the caller owns until `done`; undefined if none may start. */
  take(): Waiting | undefined {
    for (const turns of this.#turns.values()) {
      for (const [namespace, ids] of turns) {
        if (!this.#mayStart(namespace)) continue;
        const [first] = ids as unknown as [string];
        const id = this.#overdue(namespace, this.#waiting.get(first) as Waiting) ?? first;
        const next = this.#waiting.get(id) as Waiting;
        this.#leave(id, next);
        if (turns.delete(namespace)) turns.set(namespace, ids);
        this.#processing.add(id);
        count(this.#activeIn, namespace, 1);
        return next;
      }
    }
    return undefined;
  }

  /** At most every other time, so that edits go on. */
  #overdue(namespace: string, { lane }: Waiting): string | undefined {
    if (lane !== 'spec') return undefined;
    const [id] = this.#turns.get('dependency')?.get(namespace) ?? [];
    const since = id === undefined ? undefined : this.#waiting.get(id)?.since;
    const isDue = since !== undefined && this.#clock.now() - since >= longestWaitMs && !this.#wasOverdue;
    this.#wasOverdue = isDue;
    return isDue ? id : undefined;
  }

  done(key: QueueKey): void {
    const id = formatKey(key);
    if (!this.#processing.delete(id)) throw new Error(`${id} is not being worked on`);
    count(this.#activeIn, key.namespace, -1);
    const dirty = this.#dirty.get(id);
    this.#dirty.delete(id);
    if (dirty) this.add(dirty.key, dirty.lane);
    this.#onReady();
  }

  /** Cancels all delays. */
  close(): void {
    for (const id of [...this.#delayed.keys()]) this.#cancelDelay(id);
    this.#onReady = () => {};
  }

  #mayStart(namespace: string): boolean {
    if ((this.#activeIn.get(namespace) ?? 0) < this.#perNamespace) return true;
    return this.#waitingIn.size === 1 && this.#waitingIn.has(namespace);
  }

  #enter(id: string, waiting: Waiting): void {
    const { namespace } = waiting.key;
    this.#waiting.set(id, waiting);
    count(this.#waitingIn, namespace, 1);
    const turns = this.#turns.get(waiting.lane) as Map<string, Set<string>>;
    const ids = turns.get(namespace);
    if (ids) ids.add(id);
    else turns.set(namespace, new Set([id]));
  }

  #leave(id: string, { key: { namespace }, lane }: Waiting): void {
    this.#waiting.delete(id);
    count(this.#waitingIn, namespace, -1);
    const turns = this.#turns.get(lane) as Map<string, Set<string>>;
    const ids = turns.get(namespace);
    ids?.delete(id);
    if (ids?.size === 0) turns.delete(namespace);
  }

  #cancelDelay(id: string): void {
    this.#delayed.get(id)?.cancel();
    this.#delayed.delete(id);
  }
}

function isBefore(lane: Lane, other: Lane): boolean {
  return lanes.indexOf(lane) < lanes.indexOf(other);
}

function count(counts: Map<string, number>, name: string, by: 1 | -1): void {
  const next = (counts.get(name) ?? 0) + by;
  if (next === 0) counts.delete(name);
  else counts.set(name, next);
}
