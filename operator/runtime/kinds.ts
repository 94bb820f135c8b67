import { type KubernetesObject, nameOf, storeKey } from './kubernetes-object.ts';
import type { QueueKey } from './pace/queue.ts';
import type { Reconciler } from './reconciler.ts';
import { Store } from './store.ts';

/** The form of an entry in `references`. */
export function referenceTo({ kind, namespace, name }: QueueKey): string {
  return `${kind}/${namespace}/${name}`;
}

export function queueKeyOf(object: KubernetesObject): QueueKey {
  return { kind: object.kind, ...nameOf(object) };
}

export interface Kind {
  reconciler: Reconciler;
  store: Store;
}

/** All kinds with their stores and indexes. */
export class Kinds {
  readonly #kinds: ReadonlyMap<string, Kind>;

  constructor(reconcilers: readonly Reconciler[], onHandlerError: (error: unknown) => void) {
    this.#kinds = new Map(
      reconcilers.map((reconciler) => {
        const indexes = {
          ref: reconciler.references,
          secret: reconciler.secrets,
          claim: (object: KubernetesObject) => reconciler.claims?.(object) ?? [],
          namespace: ({ metadata }: KubernetesObject) => [metadata.namespace ?? ''],
          uid: ({ metadata }: KubernetesObject) => [metadata.uid ?? ''],
        };
        return [reconciler.resource.kind, { reconciler, store: new Store({ indexes, onHandlerError }) }];
      }),
    );
  }

  all(): IterableIterator<Kind> {
    return this.#kinds.values();
  }

  of(kind: string): Kind {
    const found = this.#kinds.get(kind);
    if (!found) throw new Error(`No reconciler for ${kind}`);
    return found;
  }

  get(key: QueueKey): KubernetesObject | undefined {
    return this.of(key.kind).store.get(key);
  }

  /** Resources that refer to it. */
  referrers(key: QueueKey): KubernetesObject[] {
    return this.#everywhere('ref', referenceTo(key));
  }

  /** Resources that represent one object of the API: one rules it, others observe or compete. */
  claimants(claim: string): KubernetesObject[] {
    return this.#everywhere('claim', claim);
  }

  /** Other resources for the same object. */
  rivals(object: KubernetesObject): KubernetesObject[] {
    const claims = this.of(object.kind).reconciler.claims?.(object) ?? [];
    const isOther = ({ metadata }: KubernetesObject) => metadata.uid !== object.metadata.uid;
    return claims.flatMap((claim) => this.claimants(claim)).filter(isOther);
  }

  /** Resources that a change concerns: referrers, resources for the same object, and their referrers. */
  concerned(object: KubernetesObject): KubernetesObject[] {
    const rivals = this.rivals(object);
    return [...rivals, ...[object, ...rivals].flatMap((each) => this.referrers(queueKeyOf(each)))];
  }

  /** Deleting resources that it refers to. They may have waited for this object. */
  deletingReferents(object: KubernetesObject): KubernetesObject[] {
    return this.of(object.kind)
      .reconciler.references(object)
      .flatMap((reference) => {
        const [kind = '', namespace = '', name = ''] = reference.split('/');
        const referent = this.#kinds.get(kind)?.store.get({ namespace, name });
        return referent?.metadata.deletionTimestamp ? [referent] : [];
      });
  }

  /** Resources that read, write or own the Secret. */
  usersOfSecret(secret: KubernetesObject): KubernetesObject[] {
    const owners = (secret.metadata.ownerReferences ?? []).flatMap(({ uid }) => this.#everywhere('uid', uid));
    return [...this.#everywhere('secret', storeKey(nameOf(secret))), ...owners];
  }

  inNamespace(namespace: string): KubernetesObject[] {
    return this.#everywhere('namespace', namespace);
  }

  #everywhere(index: string, value: string): KubernetesObject[] {
    return [...this.#kinds.values()].flatMap(({ store }) => store.byIndex(index, value));
  }
}
