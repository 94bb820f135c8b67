import { createHash } from 'node:crypto';
import { isNotFound } from '../kubernetes-error.ts';
import type { KubernetesObject, ObjectName } from '../kubernetes-object.ts';
import { configMaps, objectPath } from '../resource.ts';
import type { Rest } from './rest.ts';

interface ConfigMap extends KubernetesObject {
  data?: Record<string, string>;
}

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
  readonly #rest: Rest;
  readonly #place: TombstonePlace;
  readonly #fieldManager: string;

  constructor(rest: Rest, place: TombstonePlace, fieldManager: string) {
    this.#rest = rest;
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

  async #readMap(name: string, signal?: AbortSignal): Promise<ConfigMap | undefined> {
    try {
      const path = objectPath(configMaps, this.#at(name));
      return await this.#rest.json<ConfigMap>({ method: 'GET', path, ...(signal && { signal }) });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Applied, not posted, because a Role can limit an apply by name. Without data, it removes nothing. */
  async #make(name: string, signal: AbortSignal): Promise<void> {
    await this.#rest.json({
      method: 'PATCH',
      path: objectPath(configMaps, this.#at(name)),
      query: { fieldManager: this.#fieldManager, force: 'true' },
      contentType: 'application/apply-patch+yaml',
      body: {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name, labels: { 'doorwright.dev/tombstones': 'true' } },
      },
      signal,
    });
  }

  async #patch(name: string, body: object, signal: AbortSignal): Promise<void> {
    await this.#rest.json({
      method: 'PATCH',
      path: objectPath(configMaps, this.#at(name)),
      query: { fieldManager: this.#fieldManager },
      contentType: 'application/merge-patch+json',
      body,
      signal,
    });
  }

  /** A uid always belongs to the same ConfigMap. So each write is small, and 10,000 tombstones fit. */
  #mapOf(uid: string): string {
    const [first = 0] = createHash('sha256').update(uid).digest();
    return this.#place.names[first % this.#place.names.length] as string;
  }

  #at = (name: string): ObjectName => ({ namespace: this.#place.namespace, name });
}
