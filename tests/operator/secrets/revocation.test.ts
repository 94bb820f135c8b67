import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.apply(a('Organization', 'acme'));
  await world.ready('organization', 'acme');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const elsewhere = {
  kinds: ['Application'],
  namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': 'elsewhere' } } },
};

const wait = (name: string, path: string) =>
  world.kubectl(['wait', `--for=jsonpath=${path}`, `application.doorwright.dev/${name}`, '--timeout=90s']);

/** An application with a provider that may withdraw permission. */
async function scene(own: object) {
  const name = `app-${randomUUID().slice(0, 8)}`;
  const fields = { category: 'OAuth', type: 'GitHub', clientId: 'x' };
  const permit = (allowedReferrers?: object[]) =>
    world.apply(a('Provider', name, { ...fields, ...(allowedReferrers && { allowedReferrers }) }));
  const declare = (spec: object) =>
    world.apply(
      a('Application', name, {
        ...{ organizationRef: { name: 'acme' }, publicClient: true, providers: [{ providerRef: { name } }] },
        ...spec,
      }),
    );
  const scene = {
    declare,
    withdraw: () => permit([elsewhere]),
    giveBack: () => permit(),
    // One waiting process instead of many calls.
    is: (reason: string) => wait(name, `{.status.conditions[?(@.type=="Ready")].reason}=${reason}`),
    isOff: () => wait(name, '{.status.switchedOffTime}'),
    object: () => world.inApi('application', name),
    becomes: (isEnabled: boolean) => eventually(async () => (await scene.object())?.isEnabled === isEnabled),
    /** The status no longer mentions it. */
    isForgotten: () =>
      eventually(async () => (await world.get('application', name)).status?.switchedOffTime === undefined),
  };
  await permit();
  await declare(own);
  await scene.is('Reconciled');
  return scene;
}

type Scene = Awaited<ReturnType<typeof scene>>;

/** Switched off by `revocation: Disable`. */
async function switchedOff(own: object = {}): Promise<Scene> {
  const made = await scene({ revocation: 'Disable', ...own });
  await made.withdraw();
  await made.becomes(false);
  await made.isOff();
  return made;
}

test.for<[what: string, change: (scene: Scene) => Promise<void>, isManaged: boolean]>([
  ['permission is given back', ({ giveBack }) => giveBack(), true],
  ['the reference is removed', ({ declare }) => declare({ revocation: 'Disable', providers: [] }), true],
  ['the reference and Disable are removed at once', ({ declare }) => declare({ providers: [] }), false],
  [
    'Freeze is said, and permission given back',
    async ({ declare, giveBack }) => {
      await declare({ revocation: 'Freeze' });
      await giveBack();
    },
    false,
  ],
])('an application that was switched off runs again when %s', async ([, change, isManaged]) => {
  const made = await switchedOff();
  await change(made);
  await made.becomes(true);
  await made.is('Reconciled');
  await made.isForgotten();
  // A field that the spec does not have is released.
  const managed = async () => (await made.object())?.managedFields as string[] | undefined;
  await eventually(async () => (await managed())?.includes('isEnabled') === isManaged);
});

test.for([
  ['Freeze', { revocation: 'Freeze' }],
  ['nothing of it', {}],
] as const)(
  'one that was switched off runs again where revocation says %s while permission is still withdrawn',
  async ([, own]) => {
    const made = await switchedOff();
    await made.declare({ ...own, displayName: 'Not yet' });
    await made.becomes(true);
    await made.isForgotten();
    await made.is('NotFoundOrNotPermitted');
    expect(await made.object()).toMatchObject({ displayName: '' });
  },
);

test('a frozen application is switched off when revocation becomes Disable later', async () => {
  const made = await scene({});
  await made.withdraw();
  await made.is('NotFoundOrNotPermitted');
  expect(await made.object()).toMatchObject({ isEnabled: true });
  await made.declare({ revocation: 'Disable' });
  await made.becomes(false);
});

test('an application with isEnabled: false stays off, whatever is withdrawn or given back', async () => {
  const made = await switchedOff({ isEnabled: false });
  await made.declare({ revocation: 'Freeze', isEnabled: false });
  await made.isForgotten();
  expect(await made.object()).toMatchObject({ isEnabled: false });
  await made.giveBack();
  await made.is('Reconciled');
  expect(await made.object()).toMatchObject({ isEnabled: false });
});

test('a switched-off application runs again although the operator was away when Disable and the reference were removed', async () => {
  const made = await switchedOff();
  await world.operator.stop();
  await made.declare({ providers: [] });
  await world.restart();
  await made.becomes(true);
});
