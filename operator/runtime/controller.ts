import { concernsOthers, isReady, isUserChange } from './changes.ts';
import type { Clock, Random } from './clock.ts';
import { Kinds, queueKeyOf } from './kinds.ts';
import type { KubernetesObject } from './kubernetes-object.ts';
import { countObjects, timeToReady } from './object-metrics.ts';
import type { Log } from './observe/log.ts';
import type { Metrics } from './observe/metrics.ts';
import type { Redactor } from './observe/redact.ts';
import { type Lane, Queue, type QueueKey } from './pace/queue.ts';
import { Sweep } from './pace/sweep.ts';
import { Workers } from './pace/workers.ts';
import { isPaused, PassRunner } from './pass-runner.ts';
import type { Reconciler } from './reconciler.ts';
import { namespaces } from './resource.ts';
import { SecretCache } from './secret-cache.ts';
import type { Feed, Source } from './source.ts';
import { type Change, Store } from './store.ts';

export interface ControllerOptions {
  source: Source;
  clock: Clock;
  random: Random;
  redactor: Redactor;
  log: Log;
  metrics: Metrics;
  syncPeriodSeconds?: number;
  workers?: number;
  pausedKinds?: readonly string[];
}

/** Connects feeds, queue and reconcilers. Caches fill from `watch` on, and passes run between `start` and `stop`. */
export class Controller {
  readonly #options: ControllerOptions;
  readonly #queue: Queue;
  readonly #workers: Workers;
  readonly #sweep: Sweep;
  readonly #passes: PassRunner;
  readonly #feeds = new Map<string, Feed>();
  readonly namespaces: Store;
  readonly secrets: SecretCache;
  #kinds: Kinds = new Kinds([], () => {});

  constructor(options: ControllerOptions) {
    this.#options = options;
    const { source, clock, random, redactor, metrics } = options;
    const onAdd = ({ kind }: QueueKey, lane: Lane) => {
      metrics.queueAdds.inc({ name: kind });
      if (lane === 'retry') metrics.queueRetries.inc({ name: kind });
    };
    this.#queue = new Queue({ clock, random, onAdd });
    this.#workers = new Workers({
      queue: this.#queue,
      clock,
      work: (key, _lane, waitedMs) => this.#work(key, waitedMs),
      onFailed: (key, error) => {
        options.log.error({ error, kind: key.kind }, 'A pass failed unexpectedly');
        this.#queue.retry(key);
      },
      ...(options.workers !== undefined && { workers: options.workers }),
    });
    this.namespaces = new Store({ onHandlerError: this.#onHandlerError });
    this.secrets = new SecretCache(source, redactor, this.#onHandlerError);
    this.#passes = new PassRunner({
      ...options,
      isKindPaused: (kind) => options.pausedKinds?.includes(kind) ?? false,
      isNamespacePaused: (name) => {
        const namespace = this.namespaces.get({ namespace: '', name });
        return namespace !== undefined && isPaused(namespace);
      },
    });
    this.#sweep = new Sweep({
      clock,
      periodSeconds: options.syncPeriodSeconds ?? 300,
      objects: () => this.#objects(),
      onDue: (object) => {
        if (this.#kinds.of(object.kind).reconciler.isWorthSweeping?.(object) ?? true) this.#enqueue([object], 'sweep');
      },
    });
    metrics.onScrape(() => this.#measure());
  }

  /** The caches of all kinds, for reconcilers. */
  get kinds(): Kinds {
    return this.#kinds;
  }

  get longestPassMs(): number {
    return this.#workers.longestMs;
  }

  /** Collections that are not read yet. */
  get unsynced(): string[] {
    return [...this.#feeds].filter(([, feed]) => !feed.hasSynced).map(([name]) => name);
  }

  /** Standby replicas watch too, so that a failover begins with full caches. */
  watch(reconcilers: readonly Reconciler[]): void {
    const { source } = this.#options;
    this.#kinds = new Kinds(reconcilers, this.#onHandlerError);
    this.namespaces.subscribe((change) => {
      if (change.type !== 'updated' || isUserChange(change.previous, change.object))
        this.#enqueue(this.#kinds.inNamespace(change.object.metadata.name), 'dependency');
      this.#wakeConcerned(change);
    });
    this.secrets.metadata.subscribe(({ object }) => this.#enqueue(this.#kinds.usersOfSecret(object), 'dependency'));
    this.#feeds.set(namespaces.kind, source.follow(namespaces, this.namespaces));
    for (const { reconciler, store } of this.#kinds.all()) {
      store.subscribe((change) => this.#onChange(change));
      this.#feeds.set(reconciler.resource.kind, source.follow(reconciler.resource, store));
    }
  }

  async whenSynced(): Promise<void> {
    await Promise.all([...this.#feeds.values()].map((feed) => feed.whenSynced()));
  }

  /** Waits for all caches, because "not found" would be a guess before. */
  async start(): Promise<void> {
    await this.whenSynced();
    this.#sweep.start();
    this.#workers.start();
  }

  /** Wakes an object after news from outside of the source. */
  wake(key: QueueKey): void {
    if (this.#kinds.get(key)) this.#queue.add(key, 'dependency');
  }

  /** Wakes all resources that represent the same object. */
  wakeClaimants(claim: string): void {
    this.#enqueue(this.#kinds.claimants(claim), 'dependency');
  }

  /** Retries all waiting objects now. */
  expedite(): void {
    this.#queue.expedite();
  }

  /** True if all running passes ended. */
  async stop(withinMs = 20_000): Promise<boolean> {
    this.#sweep.stop();
    const finished = await this.#workers.drain(withinMs);
    this.#queue.close();
    for (const feed of this.#feeds.values()) feed.stop();
    this.secrets.stop();
    return finished;
  }

  #onChange(change: Change<KubernetesObject>): void {
    const { object } = change;
    const key = queueKeyOf(object);
    const { clock, metrics } = this.#options;
    const seconds = timeToReady(change, clock.now());
    if (seconds !== undefined) metrics.timeToReady.observe({ kind: object.kind }, seconds);
    if (object.metadata.namespace) this.secrets.serve(object.metadata.namespace);
    if (change.type === 'deleted') {
      this.#queue.drop(key);
      this.#enqueue(this.#kinds.deletingReferents(object), 'dependency');
      this.#forget(object);
    } else if (change.type === 'added' || isUserChange(change.previous, object)) {
      this.#queue.forget(key);
      // Objects that were ready before this process started come last.
      this.#queue.add(key, change.type === 'added' && isReady(object) ? 'sweep' : 'spec');
    }
    if (change.type !== 'updated' || concernsOthers(change.previous, object))
      this.#enqueue(this.#kinds.concerned(object), 'dependency');
    this.#wakeConcerned(change);
  }

  /** Wakes concerned objects that no index finds. */
  #wakeConcerned(change: Change<KubernetesObject>): void {
    if (change.type === 'updated' && !concernsOthers(change.previous, change.object)) return;
    for (const { reconciler } of this.#kinds.all()) this.#enqueue(reconciler.concernedBy?.(change) ?? [], 'dependency');
  }

  /** Forgets a deleted object, so that short-lived tenants do not fill the memory. */
  #forget(object: KubernetesObject): void {
    const { uid = '', namespace } = object.metadata;
    this.#kinds.of(object.kind).reconciler.forget?.(object);
    this.#options.redactor.forget(uid);
    if (namespace && this.#kinds.inNamespace(namespace).length === 0) this.secrets.leave(namespace);
  }

  async #work(key: QueueKey, waitedMs: number): Promise<void> {
    const { clock, metrics } = this.#options;
    const object = this.#kinds.get(key);
    if (!object) return this.#queue.drop(key);
    const controller = key.kind.toLowerCase();
    metrics.queueSeconds.observe({ name: key.kind }, waitedMs / 1000);
    metrics.activeWorkers.inc({ controller });
    const start = clock.now();
    const passed = this.#passes.run(this.#kinds.of(key.kind), object);
    const { result, afterMs } = await passed.finally(() => metrics.activeWorkers.dec({ controller }));
    const seconds = (clock.now() - start) / 1000;
    metrics.reconcileSeconds.observe({ controller }, seconds);
    metrics.workSeconds.observe({ name: key.kind }, seconds);
    metrics.reconciles.inc({ controller, result: result === 'terminal' ? 'error' : result });
    if (result === 'error' || result === 'requeue') {
      if (result === 'error') metrics.reconcileErrors.inc({ controller });
      return this.#queue.retry(key, afterMs);
    }
    this.#queue.forget(key);
    if (result === 'terminal') metrics.terminalErrors.inc({ controller });
    if (afterMs !== undefined) this.#queue.addAfter(key, afterMs);
  }

  /** Adds each object once: during a pass, a second time would start another pass. */
  #enqueue(objects: readonly KubernetesObject[], lane: Lane): void {
    for (const object of new Set(objects)) this.#queue.add(queueKeyOf(object), lane);
  }

  *#objects(): Iterable<KubernetesObject> {
    for (const { store } of this.#kinds.all()) yield* store.values();
  }

  #measure(): void {
    const { metrics } = this.#options;
    metrics.queueDepth.set({ name: 'all' }, this.#queue.depth);
    metrics.longestWork.set({ name: 'all' }, this.longestPassMs / 1000);
    countObjects(this.#kinds.all(), metrics);
    for (const [kind, feed] of this.#feeds) metrics.watchAge.set({ kind }, feed.silentForMs / 1000);
  }

  readonly #onHandlerError = (error: unknown): void => {
    this.#options.log.error({ error }, 'A change handler failed');
  };
}
