import { apiAccesses } from '@doorwright/crds/options/api-access.ts';
import { objectIsFree, referencesExist } from '@doorwright/operator/reconcilers/pass/checks.ts';
import { permits, selects } from '@doorwright/operator/reconcilers/references/consent.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';

const shopNamespace = { 'kubernetes.io/metadata.name': 'shop', stage: 'live' };
const from = (namespaces: object, kinds = ['Application']) => [{ kinds, namespaces: namespaces as { from: 'Same' } }];

describe('Permitted references', () => {
  test.each([
    ['its own namespace, when it has no list', 'team', undefined, true],
    ['no other namespace, when it has no list', 'shop', undefined, false],
    ['no namespace, when its list is empty', 'team', [], false],
    ['its own namespace, when it lists Same', 'team', from({ from: 'Same' }), true],
    ['no other namespace, when it lists Same', 'shop', from({ from: 'Same' }), false],
    ['every namespace, when it lists All', 'shop', from({ from: 'All' }), true],
    ['no other kind than those on the list', 'shop', from({ from: 'All' }, ['Syncer']), false],
    [
      'namespaces with the label',
      'shop',
      from({ from: 'Selector', selector: { matchLabels: { stage: 'live' } } }),
      true,
    ],
    [
      'no namespace without the label',
      'shop',
      from({ from: 'Selector', selector: { matchLabels: { stage: 'test' } } }),
      false,
    ],
    ['no namespace, when the selector is missing', 'shop', from({ from: 'Selector' }), false],
  ])('%s', (_, namespace, allowedReferrers, allowed) => {
    const referrer = { kind: 'Application', namespace, labels: namespace === 'shop' ? shopNamespace : {} };
    expect(permits({ namespace: 'team', allowedReferrers }, referrer)).toBe(allowed);
  });

  test.each([
    ['shop', undefined, 'read-account', true],
    ['shop', undefined, 'account', false],
    ['shop', 'read-users', 'read-users', true],
    ['shop', 'read-users', 'administrator', false],
    ['shop', 'unheard-of', 'account', false],
    ['team', undefined, 'administrator', true],
  ])('17.3 the namespace %s with a grant of %s requests %s: %s', (namespace, granted, chosen, allowed) => {
    const asks = [{ member: 'apiAccess', chosen, choices: apiAccesses }];
    const referrer = { kind: 'Application', namespace, labels: {}, asks };
    const allowedReferrers = from({ from: 'All' }).map((entry) => ({
      ...entry,
      ...(granted && { apiAccess: granted }),
    }));
    expect(permits({ namespace: 'team', allowedReferrers }, referrer)).toBe(allowed);
  });

  test.each([
    [{ key: 'stage', operator: 'In', values: ['live', 'test'] }, true],
    [{ key: 'stage', operator: 'In', values: ['test'] }, false],
    [{ key: 'stage', operator: 'NotIn', values: ['live'] }, false],
    [{ key: 'missing', operator: 'NotIn', values: ['live'] }, true],
    [{ key: 'stage', operator: 'Exists' }, true],
    [{ key: 'missing', operator: 'Exists' }, false],
    [{ key: 'missing', operator: 'DoesNotExist' }, true],
  ] as const)('a selector with %j matches: %s', (requirement, holds) => {
    expect(selects({ matchExpressions: [requirement] }, shopNamespace)).toBe(holds);
  });
});

describe('References across namespaces', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld(ofPlatform('team', 'shop', 'strangers'));
    await world.namespace('team', 'shop', 'strangers');
  }, clusterHookTimeout);
  afterAll(() => world?.stop());

  const allowed = (...names: string[]) => ({
    allowedReferrers: names.map((name) => ({
      kinds: ['Application'],
      namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
    })),
  });
  const organization = (spec: object) => a('Organization', 'shared', spec, { namespace: 'team' });
  const application = (name: string, namespace: string, own: object = {}) =>
    a(
      'Application',
      name,
      { organizationRef: { name: 'shared', namespace: 'team' }, publicClient: true, ...own },
      { namespace },
    );
  const ready = async (name: string, namespace: string) => {
    const found = await world.reader.find<Declared>(declaredResource('application'), name, namespace);
    return found?.status?.conditions?.find(({ type }) => type === 'Ready');
  };
  const becomes = (name: string, namespace: string, reason: string) =>
    eventually(async () => (await ready(name, namespace))?.reason === reason);

  test('both sides must agree, and a refusal looks like a missing resource', async () => {
    await world.apply(
      organization(allowed('shop')),
      application('books', 'shop'),
      application('spy', 'strangers'),
      a(
        'Application',
        'probe',
        { organizationRef: { name: 'none', namespace: 'team' }, publicClient: true },
        { namespace: 'strangers' },
      ),
    );
    await becomes('books', 'shop', 'Reconciled');
    await becomes('spy', 'strangers', 'NotFoundOrNotPermitted');
    await becomes('probe', 'strangers', 'NotFoundOrNotPermitted');
    const [spy, probe] = await Promise.all([ready('spy', 'strangers'), ready('probe', 'strangers')]);
    expect(spy?.message.replace('shared', 'none')).toBe(probe?.message);
    expect(await world.inApi('application', 'spy')).toBeUndefined();
  });

  test('a label that a tenant sets itself grants nothing', async () => {
    const forged = world.kubectl([
      'label',
      'namespace',
      'strangers',
      '--overwrite',
      'kubernetes.io/metadata.name=shop',
    ]);
    await forged.catch(() => {});
    await world.kubectl(['label', 'namespace', 'strangers', 'name=shop', '--overwrite']);
    await becomes('spy', 'strangers', 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', 'spy')).toBeUndefined();
  });

  test('17.3 an application of another namespace has at most the access that the organization grants', async () => {
    const greedy = application('greedy', 'shop', { apiAccess: 'administrator' });
    await world.apply(greedy);
    await becomes('greedy', 'shop', 'NotFoundOrNotPermitted');
    expect((await ready('greedy', 'shop'))?.message).toContain(
      'name no Application of shop with apiAccess administrator',
    );
    expect(await world.inApi('application', 'greedy')).toBeUndefined();
    const [entry] = allowed('shop').allowedReferrers;
    await world.apply(organization({ allowedReferrers: [{ ...entry, apiAccess: 'administrator' }] }));
    await becomes('greedy', 'shop', 'Reconciled');
    expect(await world.inApi('application', 'greedy')).toMatchObject({ apiAccess: 'administrator' });
    expect(await world.inApi('application', 'books')).toMatchObject({ apiAccess: 'read-account' });
    await world.apply(organization(allowed('shop')));
    await becomes('greedy', 'shop', 'NotFoundOrNotPermitted');
  });

  test('17.3 a grant ends when the organization withdraws it, and when the application no longer asks for it', async () => {
    const [entry] = allowed('shop').allowedReferrers;
    const grants = { apiAccess: 'administrator', enableSignUp: true };
    const has = (wanted: object) =>
      eventually(async () => {
        const { apiAccess, enableSignUp } = (await world.inApi('application', 'raised')) ?? {};
        return JSON.stringify({ apiAccess, enableSignUp }) === JSON.stringify(wanted);
      });
    const granting = organization({ allowedReferrers: [{ ...entry, ...grants }] });
    await world.apply(granting, application('raised', 'shop', grants));
    await has(grants);
    await world.apply(organization(allowed('shop')));
    await has({ apiAccess: 'read-account', enableSignUp: false });
    await world.apply(granting);
    await has(grants);
    await world.apply(application('raised', 'shop'));
    await has({ apiAccess: 'read-account', enableSignUp: false });
    await world.apply(organization(allowed('shop')));
    await becomes('raised', 'shop', 'Reconciled');
  });

  test('a withdrawn permission ends within 5 s: the application stays as it is and is not changed any more', async () => {
    await world.apply(organization(allowed('nobody')));
    const ms = await becomes('books', 'shop', 'NotFoundOrNotPermitted');
    console.log(`A withdrawn permission took effect after ${ms.toFixed(0)} ms`);
    expect(ms).toBeLessThan(5000);
    const frozen = { ...application('books', 'shop').spec, displayName: 'Changed' };
    await world.apply({ ...application('books', 'shop'), spec: frozen });
    await becomes('books', 'shop', 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', 'books')).toMatchObject({ displayName: '' });
    await world.apply(organization(allowed('shop')));
    await eventually(async () => (await world.inApi('application', 'books'))?.displayName === 'Changed');
  });

  test('with revocation Disable, the application is switched off within 5 s, and on again when it is permitted', async () => {
    const [strict, off] = [{ revocation: 'Disable' }, { revocation: 'Disable', isEnabled: false }];
    await world.apply(application('strict', 'shop', strict), application('idle', 'shop', off));
    for (const name of ['strict', 'idle', 'books']) await becomes(name, 'shop', 'Reconciled');
    const isEnabled = async (name: string) => (await world.inApi('application', name))?.isEnabled;
    const managed = (await world.inApi('application', 'strict'))?.managedFields;
    expect(await isEnabled('strict')).toBe(true);
    await world.apply(organization(allowed('nobody')));
    const ms = await eventually(async () => (await isEnabled('strict')) === false);
    console.log(`A withdrawn permission switched the application off after ${ms.toFixed(0)} ms`);
    expect(ms).toBeLessThan(5000);
    expect(await world.inApi('application', 'strict')).toMatchObject({
      organization: 'shared',
      managedFields: managed,
    });
    await becomes('books', 'shop', 'NotFoundOrNotPermitted');
    expect(await isEnabled('books')).toBe(true);
    const events = await world.kubectl(['get', 'events.events.k8s.io', '-n', 'shop', '-o', 'json']);
    expect(events).toContain('Switched off application admin/strict');
    await world.apply(organization(allowed('shop')));
    await eventually(async () => (await isEnabled('strict')) === true);
    for (const name of ['strict', 'idle']) await becomes(name, 'shop', 'Reconciled');
    expect(await isEnabled('idle')).toBe(false);
  });

  test('a tenant cannot tell a hidden resource from a missing one', async () => {
    const hidden = a('Provider', 'hidden', { category: 'OAuth', type: 'GitHub', clientId: 'x' }, { namespace: 'team' });
    await world.apply(hidden, organization(allowed('shop')));
    const probe = (name: string, provider?: string) =>
      application(name, 'shop', {
        revocation: 'Disable',
        ...(provider && { providers: [{ providerRef: { name: provider, namespace: 'team' } }] }),
      });
    const probes = { one: 'hidden', two: 'absent' };
    for (const name of Object.keys(probes)) await world.apply(probe(name));
    for (const name of Object.keys(probes)) await becomes(name, 'shop', 'Reconciled');
    for (const [name, provider] of Object.entries(probes)) await world.apply(probe(name, provider));
    for (const name of Object.keys(probes)) {
      await becomes(name, 'shop', 'NotFoundOrNotPermitted');
      await eventually(async () => (await world.inApi('application', name))?.isEnabled === false);
    }
    const [one, two] = await Promise.all([ready('one', 'shop'), ready('two', 'shop')]);
    expect(one?.message.replace('hidden', 'absent')).toBe(two?.message);
    // In its own namespace nothing is hidden, and resources may come later.
    await world.apply(probe('early'));
    await becomes('early', 'shop', 'Reconciled');
    const providers = [{ providerRef: { name: 'later' } }];
    await world.apply(application('early', 'shop', { revocation: 'Disable', providers }));
    await becomes('early', 'shop', 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', 'early')).toMatchObject({ isEnabled: true });
  });

  test('an organization names an application of another namespace only if that refers to it', async () => {
    const shared = (name: string) =>
      organization({ ...allowed('shop'), defaultApplicationRef: { name, namespace: 'shop' } });
    await world.apply(a('Organization', 'other', {}, { namespace: 'shop' }));
    await world.apply(
      a('Application', 'foreign', { organizationRef: { name: 'other' }, publicClient: true }, { namespace: 'shop' }),
      shared('foreign'),
    );
    await becomes('foreign', 'shop', 'Reconciled');
    const named = async () => (await world.inApi('organization', 'shared'))?.defaultApplication;
    expect(await named()).toBe('');
    await world.apply(shared('books'));
    await eventually(async () => (await named()) === 'books');
  });
});

test.each([
  ['acme', '; its own namespace needs an entry with from: Same'],
  ['shop', ''],
])('a refused reference from %s says what a list takes from its own namespace', (namespace, hint) => {
  const object = { kind: 'Application', metadata: { name: 'books', namespace }, spec: {} };
  const to = { kind: 'Organization', namespace: 'acme', name: 'acme', path: ['organizationRef'], asks: [] };
  const references = [{ ...to, finding: 'NotFoundOrNotPermitted', isDenied: true }];
  const message = `Organization acme/acme does not exist, or its allowedReferrers name no Application of ${namespace}${hint}`;
  const input = { object, references } as unknown as Parameters<typeof referencesExist>[0];
  expect(referencesExist(input)).toMatchObject({ details: [{ reason: 'NotFoundOrNotPermitted', message }] });
});

test.each([
  ['acme', 'Application acme/books'],
  ['shop', 'A resource Application elsewhere'],
])('a resource of %s that declares the same object is named within one namespace only', (namespace, who) => {
  const object = { kind: 'Application', metadata: { name: 'books', namespace: 'acme' }, spec: {} };
  const keeper = { ...object, metadata: { name: 'books', namespace } };
  const message = `${who} declares the object books already; the first resource keeps it`;
  const input = { object, keeper } as unknown as Parameters<typeof objectIsFree>[0];
  expect(objectIsFree(input)).toMatchObject({ details: [{ reason: 'NameConflict', message }] });
});
