import type { Log } from '../../runtime/observe/log.ts';
import type { Source } from '../../runtime/source.ts';

/** An object that is still to be released, although its resource is gone. It contains no secret. */
export interface Tombstone {
  kind: string;
  owner: string;
  name: string;
  uid: string;
  policy: string;
}

function parseTombstone(uid: string, text: string): Tombstone | undefined {
  try {
    const { kind = '', owner = '', name = '', policy = '' } = JSON.parse(text) as Partial<Tombstone>;
    return { kind, owner, name, uid, policy };
  } catch {
    return undefined;
  }
}

/** All tombstones. Only the leader writes them, so it knows them. People may remove some. */
export class Tombstones {
  readonly #source: Source;
  readonly #log: Log;
  #known: Map<string, Tombstone> | undefined;
  /** Tombstones since the last read began, which it may have missed. */
  #fresh = new Map<string, Tombstone>();

  constructor(source: Source, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  get isKnown(): boolean {
    return this.#known !== undefined;
  }

  has(uid: string): boolean {
    return this.#known?.has(uid) === true || this.#fresh.has(uid);
  }

  all(): Tombstone[] {
    return [...(this.#known?.values() ?? [])];
  }

  async read(signal?: AbortSignal): Promise<void> {
    const fresh = new Map<string, Tombstone>();
    this.#fresh = fresh;
    const found = new Map<string, Tombstone>();
    for (const [uid, text] of await this.#source.readTombstones(signal)) {
      const tombstone = parseTombstone(uid, text);
      if (tombstone) found.set(uid, tombstone);
      else this.#log.warn({ tombstone: uid }, 'Could not read a tombstone');
    }
    for (const [uid, tombstone] of fresh) found.set(uid, tombstone);
    this.#known = found;
  }

  async add(tombstone: Tombstone): Promise<void> {
    const { uid, ...rest } = tombstone;
    await this.#source.writeTombstone(uid, JSON.stringify(rest));
    this.#fresh.set(uid, tombstone);
    this.#known?.set(uid, tombstone);
  }

  async remove(uid: string, signal?: AbortSignal): Promise<void> {
    await this.#source.writeTombstone(uid, undefined, signal);
    this.#fresh.delete(uid);
    this.#known?.delete(uid);
  }
}
