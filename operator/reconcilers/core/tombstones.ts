import type { Log } from '../../runtime/observe/log.ts';
import type { Source } from '../../runtime/source.ts';

/** An object that is still to be let go of in the API, although its resource has gone. Nothing in it is secret. */
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

/** All tombstones. The leader alone writes them, so that it knows them without asking; people may take some away meanwhile. */
export class Tombstones {
  readonly #source: Source;
  readonly #log: Log;
  #known: Map<string, Tombstone> | undefined;
  /** Written since the last reading began, which may have missed them. */
  #fresh = new Map<string, Tombstone>();

  constructor(source: Source, log: Log) {
    this.#source = source;
    this.#log = log;
  }

  /** False until all tombstones have been read once. */
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
