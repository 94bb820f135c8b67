import { kinds } from '@doorwright/crds';
import { effectiveDeletionPolicy } from '@doorwright/crds/derive/policy.ts';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import type { Origin } from '../api/declared-objects.ts';
import type { Planned } from './plan.ts';
import type { Manifests } from './read-manifests.ts';

/** An object, with the deletion policy of its resource. */
export interface Owned {
  origin: Pick<Origin, 'cluster' | 'namespace' | 'name'> & {
    isAdopted: boolean;
    deletionPolicy: '' | 'Delete' | 'Orphan';
    isProtected: boolean;
  };
}

interface Scope {
  /** The cluster id of the folder itself, which declares everything that it contains. */
  folder: string;
  /** Whether to consider clusters. The objects that they declare show which cluster the manifests belong to. */
  isPruning: boolean;
}

const problem =
  'deletionProtection keeps the object, and its resource would wait: set it to false, or deletionPolicy to Orphan, before the manifest goes';

/** The fate of objects whose manifest is gone, in namespaces that still have manifests. */
export async function removalsOf(
  manifests: Manifests,
  { folder, isPruning }: Scope,
  declaredObjects: (kind: DeclaredKind) => Promise<readonly Owned[]>,
): Promise<Planned[]> {
  const idOf = (kind: string, { namespace, name }: { namespace: string; name: string }) =>
    `${kind}/${namespace}/${name}`;
  const written = new Set(manifests.written.map(({ resource: { kind, metadata } }) => idOf(kind, metadata)));
  const namespaces = new Set(manifests.written.map(({ resource }) => resource.metadata.namespace));
  const owned = await Promise.all(
    kinds.filter(isDeclared).map(async (kind) => (await declaredObjects(kind)).map(({ origin }) => ({ kind, origin }))),
  ).then((each) => each.flat());
  const isWritten = ({ kind, origin }: (typeof owned)[number]) => written.has(idOf(kind.kind, origin));
  const clusters = new Set(isPruning ? owned.filter(isWritten).map(({ origin }) => origin.cluster) : []);
  const isOurs = ({ cluster, namespace }: Owned['origin']) =>
    cluster === folder || (clusters.has(cluster) && namespaces.has(namespace));
  return owned
    .filter((each) => isOurs(each.origin) && !isWritten(each))
    .map(({ kind, origin: { namespace, name, isAdopted, deletionPolicy, isProtected } }) => {
      const policy = effectiveDeletionPolicy(
        kind.declared,
        { deletionPolicy: deletionPolicy || undefined },
        { adopted: isAdopted },
      );
      const removal = { kind: kind.kind, namespace, name, differences: [], notes: [] };
      if (policy === 'Orphan') return { ...removal, action: 'release' };
      return { ...removal, action: 'delete', ...(isProtected && { problem }) };
    });
}
