import { createHmac, randomBytes } from 'node:crypto';
import type { ObjectState } from '../../api/declared-api.ts';

/** Keys that are on their way to be signed with; those of a year ago are asked for no more. */
const mostFirstSeen = 10_000;

/** Reads for a resource whose pass stops early, under an id of its own beside the uid. */
export const stoppedReader = (uid: string): string => `${uid} stopped early`;

/** What the API had when a resource was last seen to be as declared, or when it last looked. */
interface Settled {
  fingerprint: string;
  etag: string;
  state: ObjectState;
}

/**
 * What we know of the API without asking it: a resource whose object is as declared needs no call until its spec changes, the
 * change feed names the object, or its etag in the bulk listing is another. Several resources may stand for one object: one that
 * rules it, and others that look. Lost with the process, which then asks once for each.
 */
export class Memory {
  readonly #salt = randomBytes(32);
  /** By object; nearly always of one resource. */
  readonly #settled = new Map<string, readonly (Settled & { uid: string })[]>();
  readonly #actors = new Map<string, string>();
  readonly #seen = new Map<string, string>();
  readonly #firstSeen = new Map<string, number>();
  readonly #news = new Map<string, number>();
  readonly #made = new Map<string, Map<string, string>>();

  /** Of declared values, secrets among them: salted, so that it tells nothing outside of this process. */
  fingerprint(value: unknown): string {
    return createHmac('sha256', this.#salt).update(JSON.stringify(value)).digest('base64url');
  }

  /** How much news there was of the object: ask before the API is asked. */
  newsOf(id: string): number {
    return this.#news.get(id) ?? 0;
  }

  /** What a resource saw that only looks. Not if there was news while the API was asked: its answer may be older than that. */
  look(id: string, uid: string, settled: Settled, newsBefore: number): void {
    if (this.newsOf(id) === newsBefore) this.#settled.set(id, [...this.#others(id, uid), { ...settled, uid }]);
  }

  /** What the resource that rules the object has made of it: others look again, and who changed it before is past. */
  settle(id: string, uid: string, settled: Settled, newsBefore: number): void {
    if (this.newsOf(id) !== newsBefore) return;
    this.#settled.set(id, [{ ...settled, uid }]);
    this.#actors.delete(id);
    this.#seen.delete(id);
  }

  settledAs(id: string, uid: string): Settled | undefined {
    return this.#settled.get(id)?.find((each) => each.uid === uid);
  }

  /** News of the object: the next pass of each of its resources asks the API. Some say who made them, or which etag it has now. */
  unsettle(id: string, { actor, etag }: { actor?: string | undefined; etag?: string | undefined } = {}): void {
    this.#settled.delete(id);
    this.#news.set(id, this.newsOf(id) + 1);
    if (actor) this.#actors.set(id, actor);
    if (etag) this.#seen.set(id, etag);
    else this.#seen.delete(id);
  }

  /** How the object was when the resource last looked; unknown after news that do not say. */
  etagOf(id: string, uid: string): string | undefined {
    return this.settledAs(id, uid)?.etag ?? this.#seen.get(id);
  }

  /** Who changed the object last, as far as the feed told. */
  actorOf(id: string): string | undefined {
    return this.#actors.get(id);
  }

  forget(id: string): void {
    this.#settled.delete(id);
    this.#actors.delete(id);
    this.#seen.delete(id);
    this.#news.delete(id);
  }

  /** A resource is gone; what others know of its object stays. */
  forgetResource(id: string, uid: string): void {
    this.#made.delete(uid);
    const others = this.#others(id, uid).filter((each) => each.uid !== stoppedReader(uid));
    if (others.length > 0) this.#settled.set(id, others);
    else this.forget(id);
  }

  /** Objects that are settled, with the etags at which they are. */
  *etags(): Iterable<[id: string, etags: readonly string[]]> {
    for (const [id, settled] of this.#settled) yield [id, settled.map(({ etag }) => etag)];
  }

  #others = (id: string, uid: string) => (this.#settled.get(id) ?? []).filter((each) => each.uid !== uid);

  /** Credentials of a resource that stand nowhere yet: made once, however often a pass fails before they do. */
  made(uid: string, what: string, make: () => string): string {
    const known = this.#made.get(uid) ?? new Map<string, string>();
    const value = known.get(what) ?? make();
    this.#made.set(uid, known.set(what, value));
    return value;
  }

  /** What was made for it stands where it belongs. */
  handedOver(uid: string): void {
    this.#made.delete(uid);
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
}
