import type { ApiId, DeclaredApi } from './declared-api.ts';
import { apiIdText } from './declared-api.ts';
import type { Graveyard } from './graveyard.ts';
import type { Controller } from './runtime/controller.ts';
import type { Kind } from './runtime/kinds.ts';
import type { Log } from './runtime/observe/log.ts';
import type { Source } from './runtime/source.ts';

interface Haunted {
  api: DeclaredApi;
  controller: Controller;
  source: Source;
  log: Log;
  /** Empty: all. Of other namespaces' resources we know nothing. */
  watchNamespaces: readonly string[];
  graveyard: Graveyard;
}

/**
 * Objects whose resource went without a word: its finalizer was taken off by hand, or its manifest was removed while nothing ran.
 * They would be locked for ever in the name of nobody, so that they are let go of, and never deleted. Each must be seen so in two
 * sweeps: a resource that is just being made again keeps its object.
 */
export class Ghosts {
  readonly #haunted: Haunted;
  #suspects = new Set<string>();

  constructor(haunted: Haunted) {
    this.#haunted = haunted;
  }

  async look(kind: string, items: readonly { owner: string; name: string; uid: string }[], signal: AbortSignal) {
    const { controller, source, graveyard } = this.#haunted;
    if (!source.isComplete()) return;
    const reconciled = [...controller.kinds.all()].find(({ reconciler }) => kindOf(reconciler) === kind);
    if (!reconciled) return;
    // Without all tombstones we would keep what one of them is to delete.
    if (!graveyard.isKnown) await graveyard.read(signal);
    const before = this.#suspects;
    const suspects = items.filter(
      ({ uid }) => uid !== '' && reconciled.store.byIndex('uid', uid).length === 0 && !graveyard.has(uid),
    );
    const others = [...before].filter((each) => !each.startsWith(`${kind}/`));
    this.#suspects = new Set([...others, ...suspects.map(({ uid }) => `${kind}/${uid}`)]);
    for (const { owner, name, uid } of suspects)
      if (before.has(`${kind}/${uid}`)) await this.#letGo({ kind, owner, name }, uid, reconciled, signal);
  }

  async #letGo(id: ApiId, uid: string, { store }: Kind, signal: AbortSignal): Promise<void> {
    const { api, source, log, watchNamespaces } = this.#haunted;
    const { origin } = (await api.read(id, signal)) ?? {};
    const isOurs =
      origin?.uid === uid &&
      origin.cluster === (await source.clusterId()) &&
      (watchNamespaces.length === 0 || watchNamespaces.includes(origin.namespace));
    if (!isOurs || store.get(origin)) return;
    await api.release(id, { uid, policy: 'Orphan', signal });
    log.warn({ kind: id.kind, id: apiIdText(id), uid }, 'Let go of an object whose resource is no more');
  }
}

const kindOf = (reconciler: unknown) => (reconciler as { kind?: { name: string } }).kind?.name;
