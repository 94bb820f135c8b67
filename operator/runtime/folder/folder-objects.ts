import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Clock } from '../clock.ts';
import type { KubernetesObject, ObjectMeta } from '../kubernetes-object.ts';
import type { Status } from '../status.ts';
import { identityOf, type Manifest, type Place, type Problem, type ReadFolder } from './folder-documents.ts';

interface Entry {
  object: KubernetesObject;
  place: Place;
}

/** Does the bookkeeping of an API server for manifests: uid, generation, finalizers, deletion, status. */
export class FolderObjects {
  readonly #clock: Clock;
  readonly #entries = new Map<string, Entry>();
  #version = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(id: string): KubernetesObject | undefined {
    return this.#entries.get(id)?.object;
  }

  entries(): Readonly<Entry>[] {
    return [...this.#entries.values()];
  }

  all(): KubernetesObject[] {
    return Array.from(this.#entries.values(), ({ object }) => object);
  }

  /** Takes the present manifests, and returns problems between them. */
  replace({ manifests, refused, doubtful }: Pick<ReadFolder, 'manifests' | 'refused' | 'doubtful'>): Problem[] {
    const problems: Problem[] = [];
    const seen = new Map<string, Place>();
    for (const { object, place } of manifests) {
      const id = identityOf(object);
      const first = seen.get(id);
      if (first) problems.push({ ...place, message: `${id} is already written in ${first.file}:${first.line}` });
      else {
        seen.set(id, place);
        this.#accept(id, { object, place });
      }
    }
    for (const [id, { place, object }] of this.#entries)
      if (!seen.has(id) && !refused.has(id) && !doubtful.has(place.file)) this.#release(id, object);
    return problems;
  }

  /** Returns the changed object; undefined without its last finalizer. */
  setFinalizers(object: KubernetesObject, finalizers: readonly string[]): KubernetesObject | undefined {
    const changed = this.#change(object, (current) => ({
      ...current,
      metadata: { ...current.metadata, finalizers: [...finalizers] },
    }));
    if (!changed.metadata.deletionTimestamp || finalizers.length > 0) return changed;
    this.#entries.delete(identityOf(object));
    return undefined;
  }

  setStatus(object: KubernetesObject, status: Status): KubernetesObject {
    return this.#change(object, (current) => ({ ...current, status }));
  }

  #accept(id: string, { object, place }: Manifest): void {
    const known = this.#entries.get(id);
    if (!known) {
      this.#entries.set(id, { object: this.#born(id, object), place });
      return;
    }
    known.place = place;
    const { labels = {}, annotations = {} } = object.metadata;
    const { metadata } = known.object;
    const sameBody = isDeepStrictEqual(bodyOf(object), bodyOf(known.object));
    // A deleting object disappears first. The next read of the folder creates it again.
    if (metadata.deletionTimestamp) return;
    if (sameBody && isDeepStrictEqual([labels, annotations], [metadata.labels, metadata.annotations])) return;
    const generation = (metadata.generation ?? 0) + (sameBody ? 0 : 1);
    const status = known.object.status;
    known.object = this.#stamped({ ...object, status, metadata: { ...metadata, labels, annotations, generation } });
  }

  #release(id: string, object: KubernetesObject): void {
    const { metadata } = object;
    if (!metadata.finalizers?.length) this.#entries.delete(id);
    else if (!metadata.deletionTimestamp)
      this.#change(object, (current) => ({
        ...current,
        metadata: { ...current.metadata, deletionTimestamp: this.#time() },
      }));
  }

  /** The uid follows from the name, so that a restart recognizes its objects. */
  #born(id: string, object: KubernetesObject): KubernetesObject {
    const { name, namespace = 'default', labels = {}, annotations = {} } = object.metadata;
    const hex = createHash('sha256').update(id).digest('hex');
    const uid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
    const metadata: ObjectMeta = {
      name,
      namespace,
      labels,
      annotations,
      uid,
      generation: 1,
      creationTimestamp: this.#time(),
    };
    const { status: _, ...rest } = object;
    return this.#stamped({ ...rest, metadata });
  }

  #change(object: KubernetesObject, change: (current: KubernetesObject) => KubernetesObject): KubernetesObject {
    const entry = this.#entries.get(identityOf(object));
    if (!entry) throw new Error(`${identityOf(object)} is gone`);
    entry.object = this.#stamped(change(entry.object));
    return entry.object;
  }

  #stamped(object: KubernetesObject): KubernetesObject {
    return { ...object, metadata: { ...object.metadata, resourceVersion: String(++this.#version) } };
  }

  #time(): string {
    return new Date(this.#clock.now()).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}

/** The content besides metadata: `spec`, or the `data` of a Secret. */
function bodyOf({ metadata: _, status: __, ...body }: KubernetesObject): unknown {
  return body;
}
