import type { DeclaredApi } from '../api/declared-api.ts';
import type { ApiId } from '../api/declared-objects.ts';
import { apiIdText } from '../api/declared-objects.ts';
import { claimOn, ofMaker } from '../reconcilers/core/api-id.ts';
import type { NamespaceRights } from '../reconcilers/core/namespace-rights.ts';
import { finalizer } from '../reconcilers/core/resource.ts';
import type { Tombstones } from '../reconcilers/core/tombstones.ts';
import type { Controller } from '../runtime/controller.ts';
import type { Kind } from '../runtime/kinds.ts';
import type { KubernetesObject } from '../runtime/kubernetes-object.ts';
import type { Log } from '../runtime/observe/log.ts';
import type { Source } from '../runtime/source.ts';

interface Deps {
  api: DeclaredApi;
  controller: Controller;
  source: Source;
  log: Log;
  /** Watched namespaces; empty means all. Resources of other namespaces are unknown here. */
  watchNamespaces: readonly string[];
  tombstones: Tombstones;
  rights: NamespaceRights;
}

/**
 * Objects whose resource disappeared without a pass: somebody removed its finalizer by hand, or its manifest while no operator
 * ran. They would stay locked, so they are released and never deleted. An object must be found in two sweeps, because its resource
 * may just be created again.
 */
export class OrphanedObjects {
  readonly #deps: Deps;
  #suspects = new Set<string>();

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  async look(kind: string, items: readonly { owner: string; name: string; uid: string }[], signal: AbortSignal) {
    const { controller, source, tombstones, log } = this.#deps;
    if (!source.isComplete()) return;
    const reconciled = [...controller.kinds.all()].find(({ reconciler }) => kindOf(reconciler) === kind);
    if (!reconciled) return;
    // A tombstone may say that such an object is to be deleted.
    if (!tombstones.isKnown) await tombstones.read(signal);
    const before = this.#suspects;
    const suspects = items.filter(
      ({ uid }) => uid !== '' && !reconciled.store.byIndex('uid', uid).some(lives) && !tombstones.has(uid),
    );
    const others = [...before].filter((each) => !each.startsWith(`${kind}/`));
    this.#suspects = new Set([...others, ...suspects.map(({ uid }) => `${kind}/${uid}`)]);
    for (const { owner, name, uid } of suspects) {
      if (!before.has(`${kind}/${uid}`)) continue;
      const id = { kind, owner, name };
      // A failure must not keep other objects waiting.
      await this.#letGo(id, uid, reconciled, signal).catch((error) =>
        log.warn({ error, kind, id: apiIdText(id), uid }, 'Could not release an object without a resource'),
      );
    }
  }

  async #letGo(id: ApiId, uid: string, { store, reconciler }: Kind, signal: AbortSignal): Promise<void> {
    const { api, source, log, watchNamespaces, rights } = this.#deps;
    const { origin } = (await api.read(id, signal)) ?? {};
    const isOurs =
      origin?.uid === uid &&
      origin.cluster === (await source.clusterId()) &&
      (watchNamespaces.length === 0 || watchNamespaces.includes(origin.namespace));
    if (!isOurs) return;
    const namesake = store.get(origin);
    // A new resource of the same name takes the object back, but only if it declares the same object.
    if (namesake && lives(namesake) && reconciler.claims?.(namesake).includes(claimOn(id))) return;
    await api.release(ofMaker(id, origin, rights), { uid, policy: 'Orphan', signal });
    log.warn({ kind: id.kind, id: apiIdText(id), uid }, 'Released an object without a resource');
  }
}

/** Without our finalizer, a deleting resource has had its last pass. */
const lives = ({ metadata }: KubernetesObject): boolean =>
  metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).includes(finalizer);

const kindOf = (reconciler: unknown) => (reconciler as { kind?: { name: string } }).kind?.name;
