import type { Registry } from '@doorwright/crds';
import type { SecretBox } from '../../../db/secret-box.ts';
import { type Store, storeOf } from './store.ts';

/** The store of each kind, created once. */
export function createStores(registry: Registry, box: SecretBox): (kind: string) => Store {
  const stores = new Map(registry.kinds.map((kind) => [kind.name, storeOf(kind, box)]));
  return (kind) => {
    const store = stores.get(kind);
    if (!store) throw new Error(`There is no kind ${kind}`);
    return store;
  };
}
