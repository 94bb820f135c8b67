import { type KubernetesObject, nameOf, type ObjectName, storeKey } from './kubernetes-object.ts';

export type Change<T> =
  | { type: 'added'; object: T }
  | { type: 'updated'; object: T; previous: T }
  | { type: 'deleted'; object: T };

/** The index values of an object. Each is a string. */
export type Indexer<T> = (object: T) => readonly string[];

export interface StoreOptions<T> {
  indexes?: Record<string, Indexer<T>>;
  /** Receives errors of handlers. The watch goes on. */
  onHandlerError?(error: unknown): void;
}

/** A key or a set of keys. Most values have one key, and a set of one takes ten times the memory. */
type Keys = string | Set<string>;

/** The last known objects of one kind, with indexes and change notifications. */
export class Store<T extends KubernetesObject = KubernetesObject> {
  readonly #objects = new Map<string, T>();
  readonly #indexes = new Map<string, { keysOf: Indexer<T>; entries: Map<string, Keys> }>();
  readonly #handlers = new Set<(change: Change<T>) => void>();
  readonly #onHandlerError: (error: unknown) => void;
  /** Versions of our own writes that the watch has not shown yet. */
  readonly #written = new Map<string, bigint>();

  constructor({ indexes = {}, onHandlerError = () => {} }: StoreOptions<T> = {}) {
    for (const [name, keysOf] of Object.entries(indexes)) this.#indexes.set(name, { keysOf, entries: new Map() });
    this.#onHandlerError = onHandlerError;
  }

  get size(): number {
    return this.#objects.size;
  }

  get(name: ObjectName): T | undefined {
    return this.#objects.get(storeKey(name));
  }

  values(): IterableIterator<T> {
    return this.#objects.values();
  }

  byIndex(index: string, value: string): T[] {
    const keys = this.#index(index).entries.get(value) ?? [];
    return Array.from(typeof keys === 'string' ? [keys] : keys, (key) => this.#objects.get(key) as T);
  }

  subscribe(handler: (change: Change<T>) => void): () => void {
    this.#handlers.add(handler);
    return () => this.#handlers.delete(handler);
  }

  put(object: T): void {
    const key = storeKey(nameOf(object));
    const written = this.#written.get(key);
    if (written !== undefined) {
      // Until the watch shows our own write, its older versions would lead to the same write again.
      if (versionOf(object) < written) return;
      this.#written.delete(key);
    }
    this.#set(key, object);
  }

  /** The result of our own write. The watch shows it later, or has already shown a newer version. */
  putWritten(object: T): void {
    const key = storeKey(nameOf(object));
    const known = this.#objects.get(key);
    if (!known || versionOf(known) > versionOf(object)) return;
    this.#written.set(key, versionOf(object));
    this.#set(key, object);
  }

  remove(name: ObjectName): void {
    const key = storeKey(name);
    this.#written.delete(key);
    const object = this.#objects.get(key);
    if (!object) return;
    this.#objects.delete(key);
    this.#reindex(key, object, undefined);
    this.#notify({ type: 'deleted', object });
  }

  /** Called before a new list. A restored etcd may have older versions, so our own writes do not count. */
  forgetWrites(): void {
    this.#written.clear();
  }

  /** Called after a new list: objects that it did not contain are gone. */
  keepOnly(listed: ReadonlySet<string>, namespace?: string): void {
    for (const [key, object] of this.#objects)
      if (!listed.has(key) && (namespace === undefined || object.metadata.namespace === namespace))
        this.remove(nameOf(object));
  }

  #set(key: string, object: T): void {
    const previous = this.#objects.get(key);
    if (previous && previous.metadata.resourceVersion === object.metadata.resourceVersion) return;
    this.#objects.set(key, object);
    this.#reindex(key, previous, object);
    this.#notify(previous ? { type: 'updated', object, previous } : { type: 'added', object });
  }

  #reindex(key: string, before: T | undefined, after: T | undefined): void {
    for (const { keysOf, entries } of this.#indexes.values()) {
      for (const value of before ? keysOf(before) : []) {
        const keys = entries.get(value);
        if (typeof keys === 'object') keys.delete(key);
        if (keys === key || (typeof keys === 'object' && keys.size === 0)) entries.delete(value);
      }
      for (const value of after ? keysOf(after) : []) {
        const keys = entries.get(value);
        if (typeof keys === 'object') keys.add(key);
        else entries.set(value, keys === undefined || keys === key ? key : new Set([keys, key]));
      }
    }
  }

  #notify(change: Change<T>): void {
    for (const handler of this.#handlers) {
      try {
        handler(change);
      } catch (error) {
        this.#onHandlerError(error);
      }
    }
  }

  #index(name: string) {
    const index = this.#indexes.get(name);
    if (!index) throw new Error(`No index named ${name}`);
    return index;
  }
}

/** Versions of one object are ordered numbers on every kube-apiserver, as documented since 1.35. */
function versionOf({ metadata }: KubernetesObject): bigint {
  return BigInt(metadata.resourceVersion ?? 0);
}
