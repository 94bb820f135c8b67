import { createHmac, randomBytes } from 'node:crypto';
import type { Told } from '../declared-api.ts';
import type { QueueKey } from '../runtime/queue.ts';

/** Keys that are on their way to be signed with; those of a year ago are asked for no more. */
const mostFirstSeen = 10_000;

/** What the API had when an object was last seen to be as declared. */
interface Settled {
  fingerprint: string;
  etag: string;
  told: Told;
}

/**
 * What we know of the API without asking it: an object that is as declared needs no call until its spec changes, the change
 * feed names it, or its etag in the bulk listing is another. Lost with the process, which then asks once for each.
 */
export class Memory {
  readonly #salt = randomBytes(32);
  readonly #settled = new Map<string, Settled>();
  readonly #resources = new Map<string, QueueKey>();
  readonly #actors = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  readonly #firstSeen = new Map<string, number>();
  readonly #news = new Map<string, number>();

  /** Of declared values, secrets among them: salted, so that it tells nothing outside of this process. */
  fingerprint(value: unknown): string {
    return createHmac('sha256', this.#salt).update(JSON.stringify(value)).digest('base64url');
  }

  /** Which resource declares or observes an object, so that news of the object finds it. */
  introduce(id: string, key: QueueKey): void {
    this.#resources.set(id, key);
  }

  resourceOf(id: string): QueueKey | undefined {
    return this.#resources.get(id);
  }

  /** How much news there was of the object: ask before the API is asked. */
  newsOf(id: string): number {
    return this.#news.get(id) ?? 0;
  }

  /** Unless there was news while the API was asked: its answer may be older than that. */
  settle(id: string, settled: Settled, newsBefore: number): void {
    if (this.newsOf(id) !== newsBefore) return;
    this.#settled.set(id, settled);
    this.#actors.delete(id);
    this.#seen.delete(id);
  }

  settledAs(id: string): Settled | undefined {
    return this.#settled.get(id);
  }

  /** News of the object: the next pass asks the API. Some news say who made them, or which etag it has now. */
  unsettle(id: string, { actor, etag }: { actor?: string | undefined; etag?: string | undefined } = {}): void {
    this.#settled.delete(id);
    this.#news.set(id, this.newsOf(id) + 1);
    if (actor) this.#actors.set(id, actor);
    if (etag) this.#seen.set(id, etag);
    else this.#seen.delete(id);
  }

  /** How the object was when we last looked; unknown after news that do not say. */
  etagOf(id: string): string | undefined {
    return this.#settled.get(id)?.etag ?? this.#seen.get(id);
  }

  /** Who changed the object last, as far as the feed told. */
  actorOf(id: string): string | undefined {
    return this.#actors.get(id);
  }

  forget(id: string): void {
    this.#settled.delete(id);
    this.#actors.delete(id);
    this.#seen.delete(id);
    this.#resources.delete(id);
    this.#news.delete(id);
  }

  /** Unless another resource has claimed the object meanwhile. */
  forgetResource(id: string, { namespace, name }: QueueKey): void {
    const claimed = this.#resources.get(id);
    if (claimed?.namespace === namespace && claimed.name === name) this.forget(id);
  }

  /** When this process first knew of it: a restart waits anew, which is the safe side. */
  firstSeen(what: string, now: number): number {
    const at = this.#firstSeen.get(what) ?? now;
    this.#firstSeen.delete(what);
    this.#firstSeen.set(what, at);
    const [longestUnasked] = this.#firstSeen.keys();
    if (this.#firstSeen.size > mostFirstSeen && longestUnasked !== undefined) this.#firstSeen.delete(longestUnasked);
    return at;
  }

  *resources(): Iterable<[id: string, key: QueueKey]> {
    yield* this.#resources;
  }
}
