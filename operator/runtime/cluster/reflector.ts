import { type Clock, pause, type Random } from '../clock.ts';
import { KubernetesError } from '../kubernetes-error.ts';
import { type KubernetesObject, nameOf, storeKey, withoutBookkeeping } from '../kubernetes-object.ts';
import { fullJitter } from '../pace/backoff.ts';
import { collectionPath, type Resource } from '../resource.ts';
import type { Store } from '../store.ts';
import type { ClusterClient } from './cluster-client.ts';
import { listInPages } from './list-pages.ts';
import { watchEvents } from './watch-events.ts';

export interface ReflectorOptions<T extends KubernetesObject> {
  client: ClusterClient;
  resource: Resource;
  store: Store<T>;
  /** Absent means all namespaces. */
  namespace?: string;
  /** Watches metadata only, as for Secrets. */
  metadataOnly?: boolean;
  /** Reduces an object to the kept part. */
  keep?(object: T): T;
  clock: Clock;
  random: Random;
  onTrouble?(error: unknown): void;
}

/** The longest silence of a watch. The server sends a bookmark each minute, so a silent connection is dead. */
const silenceMs = 180_000;
/** The timeout of opening a watch, and of one page. */
const answerMs = 30_000;

const asMetadata = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1';

/** Keeps a store equal to a collection of the API server, through all failures, until it is stopped. */
export class Reflector<T extends KubernetesObject = KubernetesObject> {
  readonly #options: ReflectorOptions<T>;
  readonly #stopped = new AbortController();
  readonly #synced = Promise.withResolvers<void>();
  #hasSynced = false;
  #streamingList = true;
  #resourceVersion: string | undefined;
  #attempt = 0;
  #lastHeard: number;

  constructor(options: ReflectorOptions<T>) {
    this.#options = options;
    this.#lastHeard = options.clock.now();
  }

  get hasSynced(): boolean {
    return this.#hasSynced;
  }

  /** Milliseconds since the last message of the server. */
  get silentForMs(): number {
    return this.#options.clock.now() - this.#lastHeard;
  }

  whenSynced(): Promise<void> {
    return this.#synced.promise;
  }

  stop(): void {
    this.#stopped.abort(new Error('The reflector was stopped'));
  }

  async run(): Promise<void> {
    const { clock, random, client, onTrouble } = this.#options;
    const { signal } = this.#stopped;
    while (!signal.aborted) {
      let asked: number | undefined;
      try {
        if (this.#resourceVersion === undefined && !this.#streamingList) await this.#listPages();
        await this.#watch();
      } catch (error) {
        if (signal.aborted) break;
        this.#learnFrom(error);
        if (error instanceof KubernetesError) asked = error.retryAfterMs;
        onTrouble?.(error);
      }
      const waiting = new AbortController();
      const forget = client.onRecovered(() => {
        this.#attempt = 0;
        waiting.abort();
      });
      // A starting server says when it will be ready.
      const wait = asked === undefined ? fullJitter(this.#attempt++, random) : asked * (1 + 0.2 * random());
      await pause(clock, wait, AbortSignal.any([waiting.signal, signal]));
      forget();
    }
  }

  /** Runs one watch. Without a version, the server first streams all objects. */
  async #watch(): Promise<void> {
    const { client, resource, namespace, metadataOnly, store, random } = this.#options;
    const listing = this.#resourceVersion === undefined ? new Set<string>() : undefined;
    if (listing) store.forgetWrites();
    const watchdog = this.#watchdog();
    try {
      const stream = await client.watch({
        path: collectionPath(resource, namespace),
        query: {
          watch: 'true',
          allowWatchBookmarks: 'true',
          timeoutSeconds: String(300 + Math.floor(random() * 301)),
          ...(listing
            ? { sendInitialEvents: 'true', resourceVersionMatch: 'NotOlderThan' }
            : { resourceVersion: this.#resourceVersion as string }),
        },
        ...(metadataOnly && { accept: asMetadata }),
        signal: watchdog.signal,
      });
      watchdog.alive();
      for await (const event of watchEvents(stream)) {
        watchdog.alive();
        this.#attempt = 0;
        if (event.type === 'BOOKMARK') {
          if (event.endsInitialList && listing) this.#finishList(listing);
          if (event.endsInitialList || this.#resourceVersion !== undefined)
            this.#resourceVersion = event.resourceVersion;
          continue;
        }
        if (event.type === 'DELETED') store.remove(nameOf(event.object));
        else this.#put(event.object as T);
        if (this.#resourceVersion === undefined) listing?.add(storeKey(nameOf(event.object)));
        else this.#resourceVersion = event.object.metadata.resourceVersion;
      }
    } finally {
      watchdog.end();
    }
  }

  /** The fallback for servers without streaming lists. */
  async #listPages(): Promise<void> {
    const { client, resource, namespace, metadataOnly, store } = this.#options;
    store.forgetWrites();
    const listed = new Set<string>();
    const watchdog = this.#watchdog();
    const version = await listInPages<T>({
      client,
      path: collectionPath(resource, namespace),
      ...(metadataOnly && { accept: asMetadata.replace('PartialObjectMetadata', 'PartialObjectMetadataList') }),
      signal: watchdog.signal,
      onPage: () => watchdog.alive(answerMs),
      onItem: (item) => {
        listed.add(storeKey(nameOf(item)));
        this.#put(item);
      },
    }).finally(watchdog.end);
    this.#finishList(listed);
    this.#resourceVersion = version;
  }

  #put(object: T): void {
    const { store, keep = withoutBookkeeping } = this.#options;
    store.put(keep(object));
  }

  #finishList(listed: ReadonlySet<string>): void {
    this.#options.store.keepOnly(listed, this.#options.namespace);
    this.#hasSynced = true;
    this.#synced.resolve();
  }

  #learnFrom(error: unknown): void {
    if (!(error instanceof KubernetesError)) return;
    if (error.lostItsPlace) {
      // The server answers, so the list need not wait for the back-off.
      if (this.#resourceVersion !== undefined) this.#attempt = 0;
      this.#resourceVersion = undefined;
    }
    // A server without the feature WatchList refuses `sendInitialEvents` as invalid.
    else if (this.#resourceVersion === undefined && (error.status === 422 || error.status === 400))
      this.#streamingList = false;
  }

  #watchdog() {
    const { clock } = this.#options;
    const given = new AbortController();
    let cancel = clock.after(answerMs, () => given.abort(new Error('The server did not answer in time')));
    return {
      signal: AbortSignal.any([given.signal, this.#stopped.signal]),
      alive: (nextWithinMs = silenceMs) => {
        cancel();
        this.#lastHeard = clock.now();
        cancel = clock.after(nextWithinMs, () => given.abort(new Error('The server fell silent')));
      },
      end: () => {
        cancel();
        given.abort(new Error('The watch ended'));
      },
    };
  }
}
