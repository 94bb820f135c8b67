import { CoreV1Api, CustomObjectsApi, type V1Secret } from '@kubernetes/client-node';
import type { Clock, Random } from '../clock.ts';
import { finalizerPatch } from '../finalizer.ts';
import { isNotFound, KubernetesError } from '../kubernetes-error.ts';
import {
  type KubernetesObject,
  nameOf,
  type ObjectName,
  type Secret,
  withoutBookkeeping,
} from '../kubernetes-object.ts';
import type { Log } from '../observe/log.ts';
import type { Resource } from '../resource.ts';
import type { Feed, FollowOptions, Source } from '../source.ts';
import type { Status } from '../status.ts';
import type { Store } from '../store.ts';
import { applied, merged, until } from './call-options.ts';
import type { ClusterClient } from './cluster-client.ts';
import { Compactor } from './compact.ts';
import type { EventRecorder } from './events.ts';
import { onlyIdentity } from './only-identity.ts';
import { Reflector } from './reflector.ts';
import { TombstoneMaps, type TombstonePlace } from './tombstone-maps.ts';

export const fieldManager = 'doorwright-operator';
const writeTimeoutMs = 10_000;

export interface ClusterSourceOptions {
  client: ClusterClient;
  events: EventRecorder;
  clock: Clock;
  random: Random;
  log: Log;
  /** ConfigMaps in the operator's own namespace. */
  tombstones: TombstonePlace;
  /** Empty: all. */
  watchNamespaces?: readonly string[];
}

export class ClusterSource implements Source {
  readonly #options: ClusterSourceOptions;
  readonly #core: CoreV1Api;
  readonly #objects: CustomObjectsApi;
  readonly #feeds = new Set<Feed>();
  readonly #compactor = new Compactor();
  readonly #tombstones: TombstoneMaps;
  #clusterId: Promise<string> | undefined;

  constructor(options: ClusterSourceOptions) {
    this.#options = options;
    this.#tombstones = new TombstoneMaps(options.client, options.tombstones, fieldManager);
    this.#core = options.client.api(CoreV1Api);
    this.#objects = options.client.api(CustomObjectsApi);
  }

  isComplete(): boolean {
    return true;
  }

  /** The uid of kube-system is the usual id of a cluster, and lives as long as its etcd. */
  clusterId(): Promise<string> {
    this.#clusterId ??= this.#core.readNamespace({ name: 'kube-system' }).then(({ metadata }) => metadata?.uid ?? '');
    this.#clusterId.catch(() => {
      this.#clusterId = undefined; // asked again next time
    });
    return this.#clusterId;
  }

  follow<T extends KubernetesObject>(resource: Resource, store: Store<T>, options: FollowOptions = {}): Feed {
    const served = this.#options.watchNamespaces ?? [];
    const scopes = options.namespace
      ? [options.namespace]
      : resource.namespaced && served.length > 0
        ? served
        : [undefined];
    const feeds = scopes.map((namespace) =>
      this.#reflect(resource, store, { ...options, ...(namespace && { namespace }) }),
    );
    const feed = joined(feeds, () => this.#feeds.delete(feed));
    this.#feeds.add(feed);
    return feed;
  }

  async readSecret(name: ObjectName, signal?: AbortSignal): Promise<Secret | undefined> {
    try {
      return withoutBookkeeping(asSent(await this.#core.readNamespacedSecret(name, until(signal))));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** With a uid, changes that Secret by force. Without one, creates it, and a foreign Secret of that name is a conflict. */
  async applySecret(secret: Secret, signal = AbortSignal.timeout(writeTimeoutMs)): Promise<Secret> {
    const { uid } = secret.metadata;
    try {
      const body = { ...secret, apiVersion: 'v1', kind: 'Secret' };
      const call = { ...nameOf(secret), fieldManager, force: uid !== undefined, body };
      return asSent(await this.#core.patchNamespacedSecret(call, applied(signal)));
    } catch (error) {
      // "metadata.uid: field is immutable" means that another Secret has the name now.
      if (
        uid !== undefined &&
        error instanceof KubernetesError &&
        error.status === 422 &&
        error.message.includes('metadata.uid')
      )
        throw new KubernetesError({ reason: 'Conflict', message: error.message, code: 409 }, 409);
      throw error;
    }
  }

  async deleteSecret({ uid, ...name }: ObjectName & { uid: string }, signal = AbortSignal.timeout(writeTimeoutMs)) {
    const call = { ...name, body: { preconditions: { uid } } };
    await this.#core.deleteNamespacedSecret(call, until(signal)).catch((error: unknown) => {
      // Our Secret is gone, or another has its name.
      if (!isNotFound(error) && !(error instanceof KubernetesError && error.isConflict)) throw error;
    });
  }

  readTombstones(signal?: AbortSignal): Promise<Map<string, string>> {
    return this.#tombstones.read(signal);
  }

  writeTombstone(...written: [uid: string, text: string | undefined, signal?: AbortSignal]): Promise<void> {
    return this.#tombstones.write(...written);
  }

  /** The version protects a new object from the status of a deleted one of the same name. */
  async writeStatus<T extends KubernetesObject>(resource: Resource, object: T, status: Status): Promise<T> {
    const { apiVersion, kind } = object;
    const { namespace, name, resourceVersion } = object.metadata;
    const body = { apiVersion, kind, metadata: { namespace, name, resourceVersion }, status };
    const call = { ...resource, ...nameOf(object), body, fieldManager, force: true };
    return this.#kept(await this.#objects.patchNamespacedCustomObjectStatus(call, applied(late())));
  }

  async writeFinalizers<T extends KubernetesObject>(
    resource: Resource,
    object: T,
    finalizers: readonly string[],
  ): Promise<T> {
    const call = { ...resource, ...nameOf(object), body: finalizerPatch(object, finalizers), fieldManager };
    return this.#kept(await this.#objects.patchNamespacedCustomObject(call, merged(late())));
  }

  recordEvent(...event: Parameters<Source['recordEvent']>): void {
    this.#options.events.record(...event);
  }

  async close(): Promise<void> {
    for (const feed of this.#feeds) feed.stop();
    await this.#options.events.flush();
  }

  #reflect<T extends KubernetesObject>(resource: Resource, store: Store<T>, options: FollowOptions): Reflector<T> {
    const { client, clock, random, log } = this.#options;
    const onTrouble = (error: unknown) => log.warn({ error, resource: resource.plural }, 'Lost a watch');
    const keep = options.metadataOnly
      ? (object: T) => this.#compactor.compact(onlyIdentity(object))
      : (object: T) => this.#kept(object);
    const reflector = new Reflector<T>({ client, resource, store, clock, random, onTrouble, keep, ...options });
    reflector.run().catch(onTrouble);
    return reflector;
  }

  #kept<T extends KubernetesObject>(object: T): T {
    return this.#compactor.compact(withoutBookkeeping(object));
  }
}

/** Outside the deadline of the pass, because late results are worth writing too. */
const late = () => AbortSignal.timeout(writeTimeoutMs);

/** The library makes times into objects. Ours are texts, as a watch has them. */
const asSent = (secret: V1Secret) => JSON.parse(JSON.stringify(secret)) as Secret;

function joined(feeds: readonly Feed[], onStop: () => void): Feed {
  return {
    get hasSynced() {
      return feeds.every(({ hasSynced }) => hasSynced);
    },
    get silentForMs() {
      return Math.max(...feeds.map(({ silentForMs }) => silentForMs));
    },
    whenSynced: async () => {
      await Promise.all(feeds.map((feed) => feed.whenSynced()));
    },
    stop: () => {
      for (const feed of feeds) feed.stop();
      onStop();
    },
  };
}
