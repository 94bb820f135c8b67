import { createHash } from 'node:crypto';
import { CoreV1Api, type V1ConfigMap } from '@kubernetes/client-node';
import { isNotFound } from '../kubernetes-error.ts';
import { applied, merged, until } from './call-options.ts';
import type { ClusterClient } from './cluster-client.ts';

const writeTimeoutMs = 10_000;

export interface TombstonePlace {
  namespace: string;
  /** The number of ConfigMaps, at most 256. */
  names: readonly string[];
}

/**
 * Tombstones in ConfigMaps of the operator's namespace. Their names are fixed, so the Role can name them. A patch of one key needs
 * no version, because each key has one writer.
 */
export class TombstoneMaps {
  readonly #core: CoreV1Api;
  readonly #place: TombstonePlace;
  readonly #fieldManager: string;

  constructor(client: ClusterClient, place: TombstonePlace, fieldManager: string) {
    this.#core = client.api(CoreV1Api);
    this.#place = place;
    this.#fieldManager = fieldManager;
  }

  async read(signal?: AbortSignal): Promise<Map<string, string>> {
    const maps = await Promise.all(this.#place.names.map((name) => this.#readMap(name, signal)));
    return new Map(maps.flatMap((map) => Object.entries(map?.data ?? {})));
  }

  async write(uid: string, text: string | undefined, signal = AbortSignal.timeout(writeTimeoutMs)): Promise<void> {
    const name = this.#mapOf(uid);
    const patch = () => this.#patch(name, { data: { [uid]: text ?? null } }, signal);
    try {
      await patch();
    } catch (error) {
      if (!isNotFound(error)) throw error;
      if (text === undefined) return;
      await this.#make(name, signal);
      await patch();
    }
  }

  async #readMap(name: string, signal?: AbortSignal): Promise<V1ConfigMap | undefined> {
    try {
      return await this.#core.readNamespacedConfigMap(this.#at(name), until(signal));
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Applied, not posted, because a Role can limit an apply by name. Without data, it removes nothing. */
  async #make(name: string, signal: AbortSignal): Promise<void> {
    const labels = { 'doorwright.dev/tombstones': 'true' };
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels } };
    const call = { ...this.#at(name), body, fieldManager: this.#fieldManager, force: true };
    await this.#core.patchNamespacedConfigMap(call, applied(signal));
  }

  async #patch(name: string, body: object, signal: AbortSignal): Promise<void> {
    const call = { ...this.#at(name), body, fieldManager: this.#fieldManager };
    await this.#core.patchNamespacedConfigMap(call, merged(signal));
  }

  /** A uid always belongs to the same ConfigMap. So each write is small, and 10,000 tombstones fit. */
  #mapOf(uid: string): string {
    const [first = 0] = createHash('sha256').update(uid).digest();
    return this.#place.names[first % this.#place.names.length] as string;
  }

  #at = (name: string) => ({ namespace: this.#place.namespace, name });
}
