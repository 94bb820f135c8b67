import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { add } from '../../harness/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, isReady, ofPlatform, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(ofPlatform('elsewhere'));
}, clusterHookTimeout);
afterAll(() => world?.stop());

const policies = ['Fail', 'IfIdentical', 'Adopt'] as const;
const situations = ['absent', 'same', 'different', 'foreign-owned'] as const;
const ends = ['Delete', 'Orphan', 'unset'] as const;
type Situation = (typeof situations)[number];
type Policy = (typeof policies)[number];

/** The fate of an existing object: kubernetes.md §4 as a table. */
const expected: Record<Situation, Record<Policy, string>> = {
  absent: { Fail: 'Reconciled', IfIdentical: 'Reconciled', Adopt: 'Reconciled' },
  same: { Fail: 'AdoptionRefused', IfIdentical: 'Reconciled', Adopt: 'Reconciled' },
  different: { Fail: 'AdoptionRefused', IfIdentical: 'AdoptionRefused', Adopt: 'Reconciled' },
  'foreign-owned': { Fail: 'NameConflict', IfIdentical: 'NameConflict', Adopt: 'NameConflict' },
};

const cases = situations.flatMap((situation) =>
  policies.flatMap((policy) =>
    ends.map((end) => ({ situation, policy, end, name: `${situation}-${policy}-${end}`.toLowerCase() })),
  ),
);

// For all organizations, as in the console.
const allowedReferrers = [{ kinds: ['Application'], namespaces: { from: 'All' } }];
const provider = (name: string, spec: object, metadata: object = {}) =>
  a(
    'Provider',
    name,
    { category: 'OAuth', type: 'GitHub', displayName: 'Declared', allowedReferrers, ...spec },
    metadata,
  );

async function prepare(): Promise<void> {
  await world.namespace('elsewhere');
  const there = (name: string, displayName: string) =>
    add(world.admin, 'provider', { name, category: 'OAuth', type: 'GitHub', displayName });
  for (const { situation, name } of cases) {
    if (situation === 'same') await there(name, 'Declared');
    if (situation === 'different') await there(name, 'Handmade');
  }
  const foreign = cases.filter(({ situation }) => situation === 'foreign-owned');
  const owners = foreign.map(({ name }) => provider(name, { displayName: 'First' }, { namespace: 'elsewhere' }));
  await world.apply(...owners);
  await eventually(async () => (await world.reader.declared('elsewhere')).every(isReady));
}

describe('T13: an existing object', () => {
  beforeAll(async () => {
    await prepare();
    await world.apply(
      ...cases.map(({ name, policy, end }) =>
        provider(name, { adoptionPolicy: policy, ...(end !== 'unset' && { deletionPolicy: end }) }),
      ),
    );
  });

  test.each(cases)(
    '$situation, adoptionPolicy $policy, deletionPolicy $end',
    async ({ situation, policy, end, name }) => {
      const reason = expected[situation][policy];
      const isOurs = reason === 'Reconciled';
      const { message } = await world.reason('provider', name, reason);
      const displayName = isOurs
        ? 'Declared'
        : ({ same: 'Declared', different: 'Handmade' }[situation as 'same'] ?? 'First');
      const before = await world.inApi('provider', name);
      expect(before).toMatchObject({ displayName });
      const { drift } = (await world.get('provider', name)).status ?? {};
      if (reason === 'AdoptionRefused') {
        expect(message).toContain(`${situation === 'same' ? 'IfIdentical' : 'Adopt'} would adopt it`);
        expect(drift ?? []).toEqual(
          situation === 'same'
            ? []
            : [expect.objectContaining({ path: 'displayName', desired: '"Declared"', observed: '"Handmade"' })],
        );
      }

      await world.remove('provider', name);
      const isRemoved = isOurs && (end === 'Delete' || (end === 'unset' && situation === 'absent'));
      const after = await world.inApi('provider', name);
      if (isRemoved) expect(after).toBeUndefined();
      else expect(after).toMatchObject({ displayName, ...(situation !== 'foreign-owned' && { origin: null }) });
    },
  );
});

test('T13: Observe writes nothing, with or without an object', async () => {
  await add(world.admin, 'provider', { name: 'watched', category: 'OAuth', type: 'GitHub', displayName: 'Handmade' });
  const written = () => world.app.db('records').whereIn('method', ['PUT', 'POST', 'DELETE']).count();
  const before = await written();
  await world.apply(
    provider('watched', { managementPolicy: 'Observe' }),
    provider('unseen', { managementPolicy: 'Observe' }),
  );
  await world.reason('provider', 'watched', 'Observed');
  await world.reason('provider', 'unseen', 'RejectedByApi');
  expect((await world.get('provider', 'watched')).status?.drift).toMatchObject([{ path: 'displayName' }]);
  await world.remove('provider', 'watched', 'unseen');
  expect(await written()).toEqual(before);
  expect(await world.inApi('provider', 'watched')).toMatchObject({ displayName: 'Handmade', origin: null });
});

test('an observing resource becomes Ready when somebody creates its object', async () => {
  await world.apply(provider('awaited', { managementPolicy: 'Observe' }));
  await world.reason('provider', 'awaited', 'RejectedByApi');
  await add(world.admin, 'provider', { name: 'awaited', category: 'OAuth', type: 'GitHub', displayName: 'Declared' });
  const ms = await eventually(async () => (await world.condition('provider', 'awaited', 'Ready'))?.status === 'True');
  expect(ms).toBeLessThan(5000);
});

test('the second resource gets the object when the first one is gone', async () => {
  await world.apply(provider('contested', {}, { namespace: 'elsewhere' }));
  await eventually(async () => (await world.reader.declared('elsewhere')).every(isReady));
  await world.apply(provider('contested', {}));
  await world.reason('provider', 'contested', 'NameConflict');
  await world.kubectl(['delete', 'provider.doorwright.dev', 'contested', '-n', 'elsewhere', '--timeout=90s']);
  await world.ready('provider', 'contested');
  expect(await world.inApi('provider', 'contested')).toMatchObject({ origin: { namespace: 'default' } });
});

test('the older of two resources keeps an object, in any order and after any loss', async () => {
  const id = randomUUID().slice(0, 8);
  const pairs = [
    { object: `one-${id}`, older: `a-${id}`, younger: `b-${id}` },
    { object: `two-${id}`, older: `d-${id}`, younger: `c-${id}` },
  ];
  const declare = (which: 'older' | 'younger') =>
    world.apply(...pairs.map(({ object, ...names }) => provider(names[which], { name: object, displayName: which })));
  const settled = () =>
    Promise.all(
      pairs.map(async ({ object, older, younger }) => {
        await eventually(async () => (await world.inApi('provider', object))?.origin !== undefined);
        await world.ready('provider', older);
        const { message } = await world.reason('provider', younger, 'NameConflict');
        expect(message).toBe(
          `Provider default/${older} declares the object ${object} already; the first resource keeps it`,
        );
        const { origin, displayName } = (await world.inApi('provider', object)) ?? {};
        expect([origin, displayName]).toEqual([expect.objectContaining({ name: older }), 'older']);
      }),
    );
  await world.operator.stop();
  await declare('older');
  // Kubernetes notes ages in seconds.
  const second = Math.floor(Date.now() / 1000);
  await eventually(() => Math.floor(Date.now() / 1000) > second);
  await declare('younger');
  await world.restart();
  await settled();
  // Without its database, the API forgets owners, and refused resources come first.
  for (const table of ['providers', 'origins']) await world.app.db(table).where('name', 'like', `%-${id}`).delete();
  await world.restart();
  await settled();

  await world.remove('provider', ...pairs.map(({ older }) => older));
  for (const { younger, object } of pairs) {
    await world.ready('provider', younger);
    expect(await world.inApi('provider', object)).toMatchObject({ displayName: 'younger' });
  }
});

test('T13: an application that is not adopted shows stated differences only, not generated values', async () => {
  await world.apply(a('Organization', 'shops'));
  await world.ready('organization', 'shops');
  await add(world.admin, 'application', { name: 'handmade', organization: 'shops', displayName: 'Handmade' });
  const wish = { organizationRef: { name: 'shops' }, displayName: 'Declared', generate: true };
  const told = async () => {
    const { metadata, status } = await world.get('application', 'handmade');
    return { version: metadata.resourceVersion, drift: status?.drift };
  };
  await world.apply(a('Application', 'handmade', wish));
  const { message } = await world.reason('application', 'handmade', 'AdoptionRefused');
  expect(message).toMatch(/it differs in displayName\b/);
  const before = await told();
  expect(before.drift).toMatchObject([{ path: 'displayName', desired: '"Declared"', observed: '"Handmade"' }]);
  // Another look gives the same result and no write.
  await world.restart();
  await eventually(async () => /_api_requests_total\{(?=.*"PUT")(?=.*"409")/.test(await world.operator.metrics()));
  expect(await told()).toEqual(before);
});
