import type { AllowedReferrer } from '@doorwright/operator/reconcilers/core/resource.ts';

/** The same random numbers in each run. */
export function randomFrom(seed: number) {
  let state = seed * 48_271 + 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)] as T, often: () => below(3) > 0 };
}
export type Random = ReturnType<typeof randomFrom>;

export const namespaceNames = Array.from({ length: 20 }, (_, index) => `ns-${index}`);
export const stages = ['live', 'test', 'forged'];

export const namespaceOf = (name: string, { one }: Random) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  // A tenant can set any label but this one.
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name, stage: one(stages), name: one(namespaceNames) } },
});
export type Namespace = ReturnType<typeof namespaceOf>;

export function listFrom({ below, one, often }: Random): AllowedReferrer[] | undefined {
  if (!often()) return undefined;
  return Array.from({ length: below(3) }, () => {
    const kinds = often() ? ['Application', 'Syncer'] : ['Syncer'];
    const from = one(['Same', 'All', 'Selector', 'Selector'] as const);
    const selector = one([
      { matchLabels: { 'kubernetes.io/metadata.name': one(namespaceNames) } },
      { matchLabels: { stage: one(stages), 'kubernetes.io/metadata.name': one(namespaceNames) } },
      { matchExpressions: [{ key: 'stage', operator: one(['In', 'NotIn'] as const), values: [one(stages)] }] },
    ]);
    return { kinds, namespaces: { from, ...(from === 'Selector' && { selector }) } };
  });
}

export const referents = ['Organization', 'Cert', 'Provider'] as const;

interface Shared {
  metadata: { namespace: string };
  spec: { allowedReferrers?: AllowedReferrer[] };
}

type Placed = { metadata: { namespace: string } };

/** Observing an object needs the consent of the ruling resource, for any kind. */
export const mayObserve = (ruler: Shared, observer: Placed, home: Namespace): boolean =>
  ruler.metadata.namespace === observer.metadata.namespace || mayRefer(ruler, observer, home, true);

/** A second, simple implementation of the sharing rules. */
export function mayRefer(referent: Shared, application: Placed, home: Namespace, asAnyKind = false): boolean {
  const isHome = referent.metadata.namespace === application.metadata.namespace;
  const list = referent.spec.allowedReferrers;
  if (list === undefined) return isHome;
  for (const { kinds, namespaces } of list) {
    if (!asAnyKind && !kinds.includes('Application')) continue;
    if (namespaces.from === 'All' || (namespaces.from === 'Same' && isHome)) return true;
    if (namespaces.from !== 'Selector') continue;
    const labels = new Map(Object.entries(home.metadata.labels));
    const wanted = Object.entries(namespaces.selector?.matchLabels ?? {}).every(
      ([key, value]) => labels.get(key) === value,
    );
    const [expression] = namespaces.selector?.matchExpressions ?? [];
    const isListed = expression?.values?.includes(labels.get(expression.key) ?? '') ?? true;
    if (wanted && (expression?.operator === 'NotIn' ? !isListed : isListed)) return true;
  }
  return false;
}
