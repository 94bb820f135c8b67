import { type KubernetesObject, nameOf, storeKey } from './kubernetes-object.ts';
import type { QueueKey } from './pace/queue.ts';
import type { Reconciler } from './reconciler.ts';
import { Store } from './store.ts';

/** How an object is named in someone's `references`. */
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

/** All kinds with their stores, and who depends on what. */
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

  /** Those that refer to it. */
  referrers(key: QueueKey): KubernetesObject[] {
    return this.#everywhere('ref', referenceTo(key));
  }

  /** Those that stand for one thing elsewhere: one that rules it, and others that would or that only look. */
  claimants(claim: string): KubernetesObject[] {
    return this.#everywhere('claim', claim);
  }

  /** The others that stand for the same. */
  rivals(object: KubernetesObject): KubernetesObject[] {
    const claims = this.of(object.kind).reconciler.claims?.(object) ?? [];
    const isOther = ({ metadata }: KubernetesObject) => metadata.uid !== object.metadata.uid;
    return claims.flatMap((claim) => this.claimants(claim)).filter(isOther);
  }

  /** Those to whom a change of the object matters: who refers to it, who stands for the same, and who refers to these. */
  concerned(object: KubernetesObject): KubernetesObject[] {
    const rivals = this.rivals(object);
    return [...rivals, ...[object, ...rivals].flatMap((each) => this.referrers(queueKeyOf(each)))];
  }

  /** What it refers to and is being deleted: that may have waited for this object to go. */
  deletingReferents(object: KubernetesObject): KubernetesObject[] {
    return this.of(object.kind)
      .reconciler.references(object)
      .flatMap((reference) => {
        const [kind = '', namespace = '', name = ''] = reference.split('/');
        const referent = this.#kinds.get(kind)?.store.get({ namespace, name });
        return referent?.metadata.deletionTimestamp ? [referent] : [];
      });
  }

  /** Those that read or write the Secret, and those that own it. */
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
