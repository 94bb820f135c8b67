import { kinds } from '@doorwright/crds';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { resourceOf } from '@doorwright/operator/reconcilers/core/resource.ts';
import { isReady } from '@doorwright/operator/runtime/changes.ts';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { Reflector } from '@doorwright/operator/runtime/cluster/reflector.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { type Change, Store } from '@doorwright/operator/runtime/store.ts';
import type { Rest } from '../../operator/world/rest.ts';

/** All our objects in the cluster, by a watch. A list of ten thousand would cost the server the time that we measure. */
export class Watched {
  readonly #reflectors: Reflector[] = [];
  readonly stores = new Map<string, Store>();
  readonly #listeners = new Set<() => void>();
  #unready = new Set<string>();
  /** The time of the last change, including statuses. */
  lastChange = 0;
  changes = 0;

  constructor(rest: Rest) {
    for (const kind of kinds.filter(isDeclared)) {
      const resource = resourceOf(kind);
      const store = new Store();
      this.stores.set(resource.kind, store);
      store.subscribe((change) => this.#see(change));
      const reflector = new Reflector({ client: rest, resource, store, clock: systemClock, random: Math.random });
      this.#reflectors.push(reflector);
      void reflector.run();
    }
  }

  synced(): Promise<unknown> {
    return Promise.all(this.#reflectors.map((reflector) => reflector.whenSynced()));
  }

  get size(): number {
    return [...this.stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  get unready(): number {
    return this.#unready.size;
  }

  all(): KubernetesObject[] {
    return [...this.stores.values()].flatMap((store) => [...store.values()]);
  }

  get({ kind, metadata }: KubernetesObject): KubernetesObject | undefined {
    return this.stores.get(kind)?.get({ namespace: metadata.namespace ?? '', name: metadata.name });
  }

  /** Checked at every event, so that the time is exact to the millisecond. */
  async until(holds: () => boolean, withinMs: number, what: string): Promise<void> {
    if (holds()) return;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const listener = () => holds() && resolve();
    const limit = setTimeout(() => reject(new Error(`${what}: still not after ${withinMs / 1000} s`)), withinMs);
    this.#listeners.add(listener);
    await promise.finally(() => {
      clearTimeout(limit);
      this.#listeners.delete(listener);
    });
  }

  stop(): void {
    for (const reflector of this.#reflectors) reflector.stop();
  }

  #see({ type, object }: Change<KubernetesObject>): void {
    this.changes++;
    this.lastChange = performance.now();
    const uid = object.metadata.uid ?? '';
    if (type === 'deleted' || isReady(object)) this.#unready.delete(uid);
    else this.#unready.add(uid);
    for (const listener of this.#listeners) listener();
  }
}
