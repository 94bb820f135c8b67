import { reconcilersOf } from '@doorwright/operator/reconcilers/index.ts';
import { resolveReferences } from '@doorwright/operator/reconcilers/references.ts';
import type { AllowedReferrer, Declared } from '@doorwright/operator/reconcilers/resource.ts';
import type { Services } from '@doorwright/operator/reconcilers/services.ts';
import { Kinds } from '@doorwright/operator/runtime/kinds.ts';
import { Store } from '@doorwright/operator/runtime/store.ts';
import { expect, test } from 'vitest';
import { declaredKinds } from '../crds/declared-kinds.ts';

const [graphs, namespaceCount] = [200, 20];

/** The same graphs at every run: numbers of Lehmer. */
function randomFrom(seed: number) {
  let state = seed * 48_271 + 1;
  const below = (limit: number) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % limit;
  };
  return { below, one: <T>(list: readonly T[]): T => list[below(list.length)] as T, often: () => below(3) > 0 };
}
type Random = ReturnType<typeof randomFrom>;

const namespaceNames = Array.from({ length: namespaceCount }, (_, index) => `ns-${index}`);
const stages = ['live', 'test', 'forged'];

const namespaceOf = (name: string, { one }: Random) => ({
  ...{ apiVersion: 'v1', kind: 'Namespace' },
  // A tenant may label as it likes, but not this one label.
  metadata: { name, labels: { 'kubernetes.io/metadata.name': name, stage: one(stages), name: one(namespaceNames) } },
});
type Namespace = ReturnType<typeof namespaceOf>;

function listFrom({ below, one, often }: Random): AllowedReferrer[] | undefined {
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

const referents = ['Organization', 'Cert', 'Provider'] as const;

function resource(kind: string, at: { namespace: string; name: string }, spec: object, ready: boolean): Declared {
  return {
    ...{ apiVersion: 'doorwright.dev/v1alpha1', kind },
    metadata: { ...at, uid: `${kind}/${at.namespace}/${at.name}`, generation: 1, resourceVersion: '1' },
    spec: { ...spec },
    status: { conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', reason: 'Reconciled', message: '' }] },
  } as unknown as Declared;
}

/** The rules of sharing once more, in the plainest words. */
function mayRefer(referent: Declared, application: Declared, home: Namespace): boolean {
  const isHome = referent.metadata.namespace === application.metadata.namespace;
  const list = referent.spec.allowedReferrers;
  if (list === undefined) return isHome;
  for (const { kinds, namespaces } of list) {
    if (!kinds.includes('Application')) continue;
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

function graph(random: Random) {
  const kinds = new Kinds(reconcilersOf({} as Services), (error) => {
    throw error;
  });
  const namespaces = new Store();
  const homes = new Map(namespaceNames.map((name) => [name, namespaceOf(name, random)]));
  for (const home of homes.values()) namespaces.put(home);
  const put = (object: Declared) => kinds.of(object.kind).store.put(object);
  const at = (index: number) => ({ namespace: random.one(namespaceNames), name: `r-${index}` });
  for (const kind of referents)
    for (let index = 0; index < 8; index++)
      put(resource(kind, at(index), { allowedReferrers: listFrom(random) }, random.often()));
  const all = referents.map((kind) => [...kinds.of(kind).store.values()] as Declared[]);
  const reference = (index: number) => {
    const { namespace, name } = random.one(all[index] as Declared[]).metadata;
    return random.often()
      ? { namespace, name }
      : { namespace: random.one(namespaceNames), name: `r-${random.below(9)}` };
  };
  for (let index = 0; index < 20; index++) {
    const providers = Array.from({ length: random.below(3) }, () => ({ providerRef: reference(2) }));
    const spec = { organizationRef: reference(0), certRef: reference(1), providers };
    put(resource('Application', at(index), spec, true));
  }
  return { kinds, namespaces, homes, put, referents: all.flat() };
}

const revoked = (referent: Declared): Declared => ({
  ...referent,
  metadata: { ...referent.metadata, resourceVersion: '2' },
  spec: { ...referent.spec, allowedReferrers: [] },
});

const application = declaredKinds.find(({ kind }) => kind === 'Application') as (typeof declaredKinds)[number];

function judge({ kinds, namespaces, homes }: ReturnType<typeof graph>) {
  const counts = { allowed: 0, refused: 0, wrong: [] as string[] };
  for (const object of kinds.of('Application').store.values() as Iterable<Declared>) {
    for (const found of resolveReferences(application, object, { kinds, namespaces })) {
      const referent = kinds.get(found) as Declared | undefined;
      const may = referent && mayRefer(referent, object, homes.get(object.metadata.namespace) as Namespace);
      const isReady = (referent?.status?.conditions ?? []).some(({ status }) => status === 'True');
      const expected = may ? (isReady ? 'Resolved' : 'NotReady') : 'NotFoundOrNotPermitted';
      counts[may ? 'allowed' : 'refused']++;
      if (found.finding !== expected) counts.wrong.push(`${object.metadata.uid} → ${referent?.metadata.uid}`);
      // Whether it is hidden or absent is to be seen nowhere, elsewhere than at home.
      const isElsewhere = found.namespace !== object.metadata.namespace;
      if (!may && isElsewhere && found.isDenied !== true) counts.wrong.push(`${object.metadata.uid} can probe`);
      if (!may && found.object !== undefined) counts.wrong.push(`${object.metadata.uid} learns a name`);
    }
  }
  return counts;
}

test(`T14: in ${graphs} graphs of references over ${namespaceCount} namespaces nobody is wrongly let in or kept out`, () => {
  const total = { allowed: 0, refused: 0, revoked: 0 };
  for (let seed = 1; seed <= graphs; seed++) {
    const random = randomFrom(seed);
    const world = graph(random);
    const before = judge(world);
    expect(before.wrong, `graph ${seed}`).toEqual([]);
    for (const referent of world.referents) if (random.often()) world.put(revoked(referent));
    const after = judge(world);
    expect(after.wrong, `graph ${seed} after a revocation`).toEqual([]);
    total.allowed += before.allowed;
    total.refused += before.refused;
    total.revoked += before.allowed - after.allowed;
  }
  console.log(`T14: ${total.allowed} allowed, ${total.refused} refused, ${total.revoked} revoked, 0 wrong`);
  expect(Math.min(total.allowed, total.refused, total.revoked)).toBeGreaterThan(500);
});
