import { createHmac, randomBytes } from 'node:crypto';
import type { ObjectState } from '../../api/declared-objects.ts';

/** A limit for keys before their first signature. The oldest entries are dropped. */
const mostFirstSeen = 10_000;

/** The id under which a stopped pass remembers its read, beside the uid. */
export const stoppedReader = (uid: string): string => `${uid} stopped early`;

/** The state of the API's object at the last comparison or read. */
interface Settled {
  fingerprint: string;
  etag: string;
  state: ObjectState;
}

/**
 * Known states of objects in the API. An object as declared needs no request until its spec changes, the change feed names it, or
 * its etag differs. Several resources may represent one object. A new process begins without knowledge and asks once for each.
 */
export class Memory {
  readonly #salt = randomBytes(32);
  /** Entries by object, usually of one resource. */
  readonly #settled = new Map<string, readonly (Settled & { uid: string })[]>();
  readonly #actors = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  readonly #firstSeen = new Map<string, number>();
  readonly #news = new Map<string, number>();
  readonly #made = new Map<string, Map<string, string>>();

  /** A salted digest of declared values, because they include secrets. */
  fingerprint(value: unknown): string {
    return createHmac('sha256', this.#salt).update(JSON.stringify(value)).digest('base64url');
  }

  /** The number of news of the object. Read it before a request to the API. */
  newsOf(id: string): number {
    return this.#news.get(id) ?? 0;
  }

  /** Stores the state that an observing resource read, unless news arrived meanwhile. */
  look(id: string, uid: string, settled: Settled, newsBefore: number): void {
    if (this.newsOf(id) === newsBefore) this.#settled.set(id, [...this.#others(id, uid), { ...settled, uid }]);
  }

  /** Stores the state after a write of the ruling resource. Observing resources read again. */
  settle(id: string, uid: string, settled: Settled, newsBefore: number): void {
    if (this.newsOf(id) !== newsBefore) return;
    this.#settled.set(id, [{ ...settled, uid }]);
    this.#actors.delete(id);
    this.#seen.delete(id);
  }

  settledAs(id: string, uid: string): Settled | undefined {
    return this.#settled.get(id)?.find((each) => each.uid === uid);
  }

  /** News of the object: its resources ask the API in their next pass. Some news name the author or the etag. */
  unsettle(id: string, { actor, etag }: { actor?: string | undefined; etag?: string | undefined } = {}): void {
    this.#settled.delete(id);
    this.#news.set(id, this.newsOf(id) + 1);
    if (actor) this.#actors.set(id, actor);
    if (etag) this.#seen.set(id, etag);
    else this.#seen.delete(id);
  }

  /** The etag at the last read; undefined after news without an etag. */
  etagOf(id: string, uid: string): string | undefined {
    return this.settledAs(id, uid)?.etag ?? this.#seen.get(id);
  }

  /** The author of the last change that the feed reported. */
  actorOf(id: string): string | undefined {
    return this.#actors.get(id);
  }

  forget(id: string): void {
    this.#settled.delete(id);
    this.#actors.delete(id);
    this.#seen.delete(id);
    this.#news.delete(id);
  }

  /** A resource is gone. Knowledge of other resources stays. */
  forgetResource(id: string, uid: string): void {
    this.#made.delete(uid);
    const others = this.#others(id, uid).filter((each) => each.uid !== stoppedReader(uid));
    if (others.length > 0) this.#settled.set(id, others);
    else this.forget(id);
  }

  /** Known objects with their etags. */
  *etags(): Iterable<[id: string, etags: readonly string[]]> {
    for (const [id, settled] of this.#settled) yield [id, settled.map(({ etag }) => etag)];
  }

  #others = (id: string, uid: string) => (this.#settled.get(id) ?? []).filter((each) => each.uid !== uid);

  /** Makes credentials once, although passes may fail before they are stored. */
  made(uid: string, what: string, make: () => string): string {
    const known = this.#made.get(uid) ?? new Map<string, string>();
    const value = known.get(what) ?? make();
    this.#made.set(uid, known.set(what, value));
    return value;
  }

  /** The credentials are stored now. */
  handedOver(uid: string): void {
    this.#made.delete(uid);
  }

  /** The time at which this process first saw it. A restart begins anew, which is safe. */
  firstSeen(what: string, now: number): number {
    const at = this.#firstSeen.get(what) ?? now;
    this.#firstSeen.delete(what);
    this.#firstSeen.set(what, at);
    const [longestUnasked] = this.#firstSeen.keys();
    if (this.#firstSeen.size > mostFirstSeen && longestUnasked !== undefined) this.#firstSeen.delete(longestUnasked);
    return at;
  }
}
