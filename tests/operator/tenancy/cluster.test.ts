import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, size } from '../../harness/database/size.ts';
import { aRest, eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';
import type { Rest } from '../world/rest.ts';
import {
  listFrom,
  mayObserve,
  mayRefer,
  type Namespace,
  namespaceNames,
  namespaceOf,
  type Random,
  randomFrom,
  referents,
} from './model.ts';

const graphs = size(4, 200);
/** The number of graphs at a time: they share the namespaces and their labels. */
const batch = size(4, 10);
const revokedWithin = 5000;

let world: World;
let rest: Rest;
beforeAll(async () => {
  world = await startWorld(ofPlatform(...namespaceNames));
  rest = aRest(world.cluster);
  await world.namespace(...namespaceNames);
}, clusterHookTimeout);
afterAll(async () => {
  rest?.close();
  await world?.stop();
});

type Manifest = ReturnType<typeof a> & { metadata: { namespace: string } };
const collection = ({ kind, metadata }: Pick<Manifest, 'kind' | 'metadata'>) =>
  `/apis/doorwright.dev/v1alpha1/namespaces/${metadata.namespace}/${kind.toLowerCase()}s`;
const eachOf = async <T>(list: readonly T[], work: (item: T) => Promise<unknown>, atOnce = 8) => {
  const left = list.values();
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
};
const patch = (of: Manifest, spec: object) =>
  rest.json({
    ...{ method: 'PATCH', path: `${collection(of)}/${of.metadata.name}`, body: { spec } },
    contentType: 'application/merge-patch+json',
  });

/** A graph as `graphs.test.ts` has them, made of what an API server takes. */
function graph(nth: number, random: Random) {
  const put = (kind: string, index: number, spec: object, namespace = random.one(namespaceNames)): Manifest =>
    a(kind, `${kind}-${nth}-${index}`.toLowerCase(), spec, { namespace }) as Manifest;
  const own = {
    Organization: { deletionProtection: false },
    Cert: { cryptoAlgorithm: 'ES256' },
    Provider: { category: 'OAuth', type: 'GitHub' },
  };
  const shared = referents.map((kind) =>
    Array.from({ length: kind === 'Cert' ? 3 : 6 }, (_, index) => {
      // Only an organization can be shared with syncers, too.
      const allowedReferrers = listFrom(random)
        ?.map(({ kinds, ...rest }) => ({
          ...rest,
          kinds: kinds.filter((each) => kind === 'Organization' || each === 'Application'),
        }))
        .filter(({ kinds }) => kinds.length > 0);
      return put(kind, index, {
        ...own[kind],
        deletionPolicy: 'Delete',
        ...(allowedReferrers && { allowedReferrers }),
      });
    }),
  );
  // Some are looked at from another namespace, by a resource that lets everybody.
  const chance = randomFrom(nth);
  const observers = new Map<Manifest, Manifest>();
  for (const original of shared.flat()) {
    if (chance.often()) continue;
    const { deletionPolicy, allowedReferrers, ...same } = original.spec as Record<string, unknown>;
    const everybody = [{ kinds: ['Application'], namespaces: { from: 'All' } }];
    const { name } = original.metadata;
    const spec = { ...same, name, managementPolicy: 'Observe', allowedReferrers: everybody };
    observers.set(original, put(original.kind, observers.size + 20, spec, chance.one(namespaceNames)));
  }
  const reference = (of: number) => {
    const chosen = random.one(shared[of] as Manifest[]);
    const { name, namespace } = (chance.often() ? chosen : (observers.get(chosen) ?? chosen)).metadata;
    return random.often() ? { name, namespace } : { name, namespace: random.one(namespaceNames) };
  };
  const applications = Array.from({ length: 12 }, (_, index) => {
    const providers = [
      ...new Map(Array.from({ length: random.below(2) }, () => reference(2)).map((ref) => [ref.name, ref])).values(),
    ];
    const organizationRef = reference(0);
    const spec = {
      ...{ organizationRef, publicClient: true, displayName: 'First' },
      ...(!random.often() && { certRef: reference(1) }),
      providers: providers.map((providerRef) => ({ providerRef })),
    };
    // Most stay in their namespace, because few others would be permitted.
    return put('Application', index, spec, random.often() ? organizationRef.namespace : random.one(namespaceNames));
  });
  const rulers = new Map([...observers].map(([original, observer]) => [observer, original]));
  return { referents: [...shared.flat(), ...observers.values()], rulers, applications };
}

type Reference = { name: string; namespace: string };
const referencesOf = ({ spec }: Manifest): Reference[] => {
  const {
    organizationRef,
    certRef,
    providers = [],
  } = spec as {
    organizationRef: Reference;
    certRef?: Reference;
    providers?: { providerRef: Reference }[];
  };
  return [organizationRef, ...(certRef ? [certRef] : []), ...providers.map(({ providerRef }) => providerRef)];
};

interface Round {
  all: Manifest[];
  applications: Manifest[];
  /** By the model. */
  expected(application: Manifest): string;
}

async function labelled(random: Random) {
  const homes = new Map(namespaceNames.map((name) => [name, namespaceOf(name, random)]));
  for (const [name, { metadata }] of homes) {
    const { stage, name: forged } = metadata.labels;
    // The server restores the one label that a tenant cannot forge.
    const forgery = `kubernetes.io/metadata.name=${forged}`;
    await world.cluster.kubectl(['label', 'namespace', name, `stage=${stage}`, `name=${forged}`, '--overwrite']);
    await world.cluster.kubectl(['label', 'namespace', name, forgery, '--overwrite']);
  }
  return homes;
}

const readyOf = ({ status, metadata }: Declared) => {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.observedGeneration === metadata.generation ? ready?.reason : undefined;
};
const keyOf = ({ kind, metadata }: Pick<Declared, 'kind' | 'metadata'>) =>
  `${kind} ${metadata.namespace}/${metadata.name}`;
const inCluster = async () => new Map((await world.reader.declared('')).map((each) => [keyOf(each), each]));

/** Waits until each application is as the model says. Returns the time of the last one, and failures. */
async function agreed({ applications, expected }: Round, withinMs: number): Promise<number> {
  let wrong: string[] = [];
  const isAgreed = async () => {
    const found = await inCluster();
    wrong = applications.flatMap((application) => {
      const is = readyOf(found.get(keyOf(application)) as Declared);
      const should = expected(application);
      return is === should ? [] : [`${keyOf(application)} is ${is} and should be ${should}`];
    });
    return wrong.length === 0;
  };
  return eventually(isAgreed, withinMs).catch(() => {
    throw new Error(`The model says otherwise:\n${wrong.join('\n')}`);
  });
}

/** Names of other namespaces in texts of a namespace that never referred to them. */
async function leaks({ all }: Round): Promise<string[]> {
  const found = await inCluster();
  const events = JSON.parse(await world.kubectl(['get', 'events.events.k8s.io', '-A', '-o', 'json'])).items as {
    metadata: { namespace: string };
  }[];
  return namespaceNames.flatMap((namespace) => {
    const mine = all.filter(({ metadata }) => metadata.namespace === namespace);
    const known = JSON.stringify(mine);
    const told = JSON.stringify([
      mine.map((each) => found.get(keyOf(each))?.status),
      events.filter(({ metadata }) => metadata.namespace === namespace),
    ]);
    return all
      .map(({ metadata }) => metadata.name)
      .filter((name) => !known.includes(`"${name}"`) && new RegExp(`\\b${name}\\b`).test(told))
      .map((name) => `${namespace} learns of ${name}`);
  });
}

test(
  `T14${inSmall}: in ${graphs} graphs of references on a cluster nobody is wrongly let in, what is withdrawn ends within 5 s, and no text tells of others`,
  async () => {
    const counts = { allowed: 0, refused: 0, revoked: 0 };
    const took: number[] = [];
    for (let first = 1; first <= graphs; first += batch) {
      const random = randomFrom(first);
      const homes = await labelled(random);
      const made = Array.from({ length: Math.min(batch, graphs - first + 1) }, (_, nth) => graph(first + nth, random));
      const shared = new Map(
        made
          .flatMap((each) => each.referents)
          .map((each) => [`${each.metadata.namespace}/${each.metadata.name}`, each]),
      );
      const rulers = new Map(made.flatMap((each) => [...each.rulers]));
      const applications = made.flatMap((each) => each.applications);
      const homeOf = ({ metadata }: Manifest) => homes.get(metadata.namespace) as Namespace;
      const expected = (application: Manifest): string => {
        const found = referencesOf(application).map(({ namespace, name }) => {
          const referent = shared.get(`${namespace}/${name}`);
          if (!referent) return 'NotFoundOrNotPermitted';
          const ruler = rulers.get(referent) ?? referent;
          const may = [referent, ruler].every((each) => mayRefer(each, application, homeOf(application)));
          if (!may) return 'NotFoundOrNotPermitted';
          return mayObserve(ruler, referent, homeOf(referent)) ? 'Reconciled' : 'NotReady';
        });
        return (
          (['NotFoundOrNotPermitted', 'NotReady'] as const).find((reason) => found.includes(reason)) ?? 'Reconciled'
        );
      };
      const isAllowed = (application: Manifest) => expected(application) === 'Reconciled';
      const round: Round = { all: [...shared.values(), ...applications], applications, expected };
      await eachOf(round.all, (body) => rest.json({ method: 'POST', path: collection(body), body }));
      await agreed(round, 90_000);
      const allowed = applications.filter(isAllowed);
      const inApi = new Set(await world.app.db('applications').pluck('name'));
      for (const each of applications) expect(inApi.has(each.metadata.name), keyOf(each)).toBe(isAllowed(each));
      expect(await leaks(round)).toEqual([]);

      const withdrawn = [...shared.values()].filter(() => random.below(4) === 0);
      await eachOf(withdrawn, async (each) => {
        await patch(each, { allowedReferrers: [] });
        Object.assign(each.spec, { allowedReferrers: [] });
      });
      took.push(await agreed(round, 60_000));
      const revoked = allowed.filter((each) => !isAllowed(each));
      // What they change from now on changes nothing.
      await eachOf(applications, (each) => patch(each, { displayName: 'Second' }));
      await agreed(round, 60_000);
      const names = await world.app.db('applications').where({ display_name: 'Second' }).pluck('name');
      expect(new Set(names)).toEqual(new Set(applications.filter(isAllowed).map(({ metadata }) => metadata.name)));
      expect(await leaks(round)).toEqual([]);
      counts.allowed += allowed.length;
      counts.refused += applications.length - allowed.length;
      counts.revoked += revoked.length;

      await eachOf(round.all, (each) =>
        rest.json({ method: 'DELETE', path: `${collection(each)}/${each.metadata.name}` }),
      );
      await eventually(async () => (await inCluster()).size === 0, 120_000);
    }
    const most = Math.max(...took);
    console.log(
      `T14${inSmall}: ${graphs} graphs: ${counts.allowed} allowed, ${counts.refused} refused, ${counts.revoked} revoked, 0 wrong, 0 leaks; the last of a batch was revoked ${Math.round(most)} ms after the last withdrawal`,
    );
    expect(counts.revoked).toBeGreaterThan(0);
    expect(most).toBeLessThan(revokedWithin);
  },
  size(300_000, 3_600_000),
);
