import type { Declared } from '@doorwright/operator/reconcilers/core/resource.ts';
import type { Services } from '@doorwright/operator/reconcilers/core/services.ts';
import { reconcilersOf } from '@doorwright/operator/reconcilers/index.ts';
import { resolveReferences } from '@doorwright/operator/reconcilers/references/references.ts';
import { Kinds } from '@doorwright/operator/runtime/kinds.ts';
import { Store } from '@doorwright/operator/runtime/store.ts';
import { expect, test } from 'vitest';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import {
  listFrom,
  mayRefer,
  type Namespace,
  namespaceNames,
  namespaceOf,
  type Random,
  randomFrom,
  referents,
} from './model.ts';

const graphs = 200;
/** The rules are the same among platform namespaces. */
const rights = { platformNamespaces: 'all', organizationNamespaces: [] };

function resource(kind: string, at: { namespace: string; name: string }, spec: object, ready: boolean): Declared {
  return {
    ...{ apiVersion: 'doorwright.dev/v1alpha1', kind },
    metadata: { ...at, uid: `${kind}/${at.namespace}/${at.name}`, generation: 1, resourceVersion: '1' },
    spec: { ...spec },
    status: {
      specHash: 'applied',
      conditions: [{ type: 'Ready', status: ready ? 'True' : 'False', reason: 'Reconciled', message: '' }],
    },
  } as unknown as Declared;
}

function graph(random: Random) {
  const kinds = new Kinds(reconcilersOf({ rights } as unknown as Services), (error) => {
    throw error;
  });
  const namespaces = new Store();
  const homes = new Map(namespaceNames.map((name) => [name, namespaceOf(name, random)]));
  for (const home of homes.values()) namespaces.put(home);
  const rulers = new Map<string, Declared>();
  const put = (object: Declared): Declared => {
    kinds.of(object.kind).store.put(object);
    return object;
  };
  const at = (index: number) => ({ namespace: random.one(namespaceNames), name: `r-${index}` });
  for (const kind of referents)
    for (let index = 0; index < 8; index++) {
      const name = `object-${index}`;
      const ruler = put(resource(kind, at(index), { name, allowedReferrers: listFrom(random) }, random.often()));
      // Another resource observes some of them, perhaps with a wider list.
      const spec = { name, managementPolicy: 'Observe', allowedReferrers: listFrom(random) };
      if (random.often()) rulers.set(put(resource(kind, at(index + 8), spec, random.often())).metadata.uid, ruler);
    }
  const all = referents.map((kind) => [...kinds.of(kind).store.values()] as Declared[]);
  const reference = (index: number) => {
    const { namespace, name } = random.one(all[index] as Declared[]).metadata;
    return random.often()
      ? { namespace, name }
      : { namespace: random.one(namespaceNames), name: `r-${random.below(17)}` };
  };
  for (let index = 0; index < 20; index++) {
    const providers = Array.from({ length: random.below(3) }, () => ({ providerRef: reference(2) }));
    const spec = { organizationRef: reference(0), certRef: reference(1), providers };
    put(resource('Application', at(index), spec, true));
  }
  return { kinds, namespaces, homes, put, rulers, referents: all.flat() };
}

const revoked = (referent: Declared): Declared => ({
  ...referent,
  metadata: { ...referent.metadata, resourceVersion: '2' },
  spec: { ...referent.spec, allowedReferrers: [] },
});

const application = declaredKinds.find(({ kind }) => kind === 'Application') as (typeof declaredKinds)[number];

function judge({ kinds, namespaces, homes, rulers }: ReturnType<typeof graph>) {
  const rulerOf = ({ kind, metadata: { uid } }: Declared) => {
    const ruler = rulers.get(uid);
    return ruler && (kinds.get({ kind, ...ruler.metadata }) as Declared);
  };
  const counts = { allowed: 0, refused: 0, wrong: [] as string[] };
  for (const object of kinds.of('Application').store.values() as Iterable<Declared>) {
    for (const found of resolveReferences(application, object, { kinds, namespaces })) {
      const referent = kinds.get(found) as Declared | undefined;
      const home = homes.get(object.metadata.namespace) as Namespace;
      const asked = referent ? [referent, rulerOf(referent) ?? referent] : [];
      const may = asked.length > 0 && asked.every((each) => mayRefer(each, object, home));
      const isReady = (referent?.status?.conditions ?? []).some(({ status }) => status === 'True');
      const expected = may ? (isReady ? 'Resolved' : 'NotReady') : 'NotFoundOrNotPermitted';
      counts[may ? 'allowed' : 'refused']++;
      if (found.finding !== expected) counts.wrong.push(`${object.metadata.uid} → ${referent?.metadata.uid}`);
      // Outside of its namespace, hidden and missing look alike.
      const isElsewhere = found.namespace !== object.metadata.namespace;
      if (!may && isElsewhere && found.isDenied !== true) counts.wrong.push(`${object.metadata.uid} can probe`);
      if (!may && found.object !== undefined) counts.wrong.push(`${object.metadata.uid} learns a name`);
    }
  }
  return counts;
}

test(`T14: in ${graphs} graphs of references over ${namespaceNames.length} namespaces nobody is wrongly let in or kept out`, () => {
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
