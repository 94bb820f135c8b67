import type { ApiId, DeclaredApi } from '../api/declared-api.ts';
import { apiIdText } from '../api/declared-api.ts';
import { memoryKey, ofMaker } from '../reconcilers/core/api-id.ts';
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
  /** Empty: all. Of other namespaces' resources we know nothing. */
  watchNamespaces: readonly string[];
  tombstones: Tombstones;
  rights: NamespaceRights;
}

/**
 * Objects whose resource went without a word: its finalizer was taken off by hand, or its manifest was removed while nothing ran.
 * They would be locked for ever in the name of nobody, so that they are let go of, and never deleted. Each must be seen so in two
 * sweeps: a resource that is just being made again keeps its object.
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
    // Without all tombstones we would keep what one of them is to delete.
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
      // One that the API does not release keeps nobody else's waiting.
      await this.#letGo(id, uid, reconciled, signal).catch((error) =>
        log.warn({ error, kind, id: apiIdText(id), uid }, 'Could not let go of an object whose resource is no more'),
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
    // Of a tenant that takes back its own name the object stays; it does not lend the name to another object.
    if (namesake && lives(namesake) && reconciler.claims?.(namesake).includes(memoryKey(id))) return;
    await api.release(ofMaker(id, origin, rights), { uid, policy: 'Orphan', signal });
    log.warn({ kind: id.kind, id: apiIdText(id), uid }, 'Let go of an object whose resource is no more');
  }
}

/** Without our finalizer a resource that is being deleted has had its last pass. */
const lives = ({ metadata }: KubernetesObject): boolean =>
  metadata.deletionTimestamp === undefined || (metadata.finalizers ?? []).includes(finalizer);

const kindOf = (reconciler: unknown) => (reconciler as { kind?: { name: string } }).kind?.name;
