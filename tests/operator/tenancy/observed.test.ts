import { addChange } from '@doorwright/api/core/objects/history/outbox.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { registry } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';
import { declaredResource } from '../world/cluster-reader.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, type Declared, ofPlatform, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld(ofPlatform('team', 'evil'));
  await world.namespace('team', 'evil');
}, clusterHookTimeout);
afterAll(() => world?.stop());

const soon = 5000;
const team = { namespace: 'team' };
const evil = { namespace: 'evil' };
const observed = { managementPolicy: 'Observe' };
const application = (name: string, organization: string, own: object = {}) =>
  a('Application', name, { organizationRef: { name: organization }, generate: true, ...own }, evil);

const get = async (kind: string, name: string, namespace: string) =>
  (await world.reader.find<Declared>(declaredResource(kind), name, namespace)) as Declared;
const readyOf = ({ status, metadata }: Declared) => {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.observedGeneration === metadata.generation ? ready : undefined;
};
async function becomes(kind: string, name: string, namespace: string, ...reasons: string[]): Promise<number> {
  let seen: unknown;
  return eventually(async () => {
    seen = readyOf(await get(kind, name, namespace));
    return reasons.includes((seen as { reason?: string })?.reason ?? '');
  }).catch((error) => {
    throw new Error(`${error.message}: ${kind} ${namespace}/${name} is ${JSON.stringify(seen)}`);
  });
}

const list = (kinds: string[], name = 'evil') => ({
  allowedReferrers: [
    {
      kinds,
      namespaces: { from: 'Selector', selector: { matchLabels: { 'kubernetes.io/metadata.name': name } } },
    },
  ],
});

test('S9: observing an organization makes no global administrator', async () => {
  await world.apply(
    a('Organization', 'throne', { name: 'built-in', ...observed }, evil),
    application('crown', 'throne'),
  );
  await becomes('organization', 'throne', 'evil', 'Observed');
  await becomes('application', 'crown', 'evil', 'PermissionDenied');
  expect(await world.inApi('application', 'crown')).toBeUndefined();
  expect(await world.kubectl(['get', 'secrets', '-n', 'evil', '-o', 'name'])).not.toContain('crown-oidc');
  await world.kubectl(['delete', 'application.doorwright.dev', 'crown', '-n', 'evil', '--timeout=90s']);
});

describe('S9: observing objects of another namespace', () => {
  const owned = (spec: object = {}) => a('Organization', 'acme', { displayName: 'Acme', ...spec }, team);
  const spy = a('Organization', 'spy', { name: 'acme', displayName: 'Guess', ...observed }, evil);

  test('is refused like a missing object, reveals nothing, and cannot be referred to', async () => {
    await world.apply(owned());
    await becomes('organization', 'acme', 'team', 'Reconciled');
    await world.apply(spy, a('Organization', 'ghost', { ...observed }, evil), application('spying', 'spy'));
    await becomes('organization', 'spy', 'evil', 'RejectedByApi');
    await becomes('organization', 'ghost', 'evil', 'RejectedByApi');
    const [hidden, missing] = await Promise.all(['spy', 'ghost'].map((name) => get('organization', name, 'evil')));
    expect(readyOf(hidden as Declared)?.message.replace('acme', 'ghost')).toBe(readyOf(missing as Declared)?.message);
    expect(hidden?.status).not.toHaveProperty('drift');
    expect(hidden?.status).not.toHaveProperty('externalId');
    await becomes('application', 'spying', 'evil', 'NotFoundOrNotPermitted');
    expect(await world.inApi('application', 'spying')).toBeUndefined();
  });

  test('needs an entry in its list of referrers, for each kind', async () => {
    await world.apply(owned(list(['Syncer'])));
    await becomes('organization', 'spy', 'evil', 'Observed');
    expect((await get('organization', 'spy', 'evil')).status?.drift).toMatchObject([{ path: 'displayName' }]);
    await becomes('application', 'spying', 'evil', 'NotFoundOrNotPermitted');
    await world.apply(owned(list(['Application'])));
    await becomes('application', 'spying', 'evil', 'Reconciled');
    expect(await world.inApi('application', 'spying')).toMatchObject({ organization: 'acme' });
  });

  test('does not prevent the owner from repairing drift', async () => {
    await world.apply({ ...spy, metadata: { ...spy.metadata, annotations: { touched: 'yes' } } });
    await becomes('organization', 'spy', 'evil', 'Observed');
    const { db } = world.app;
    const changed = { display_name: 'Changed', version: db.raw('version + 1') };
    await db('organizations').where({ name: 'acme' }).update(changed);
    await addChange(
      db,
      { kind: registry.named('organization'), owner: 'admin', name: 'acme', actor: 'built-in/mallory' },
      new Date(),
    );
    const ms = await eventually(async () => (await world.inApi('organization', 'acme'))?.displayName === 'Acme');
    expect(ms).toBeLessThan(soon);
  });

  test('ends within 5 s after its consent, for referrers too', async () => {
    await world.apply(owned(list(['Application'], 'nobody')));
    const times = await Promise.all([
      becomes('organization', 'spy', 'evil', 'RejectedByApi'),
      becomes('application', 'spying', 'evil', 'NotFoundOrNotPermitted'),
    ]);
    expect(Math.max(...times)).toBeLessThan(soon);
    expect((await get('organization', 'spy', 'evil')).status).not.toHaveProperty('drift');
  });
});

test('only platform namespaces observe and adopt objects without a resource', async () => {
  const provider = (name: string, spec: object, metadata: object) =>
    a('Provider', name, { name: 'unowned', category: 'OAuth', type: 'GitHub', displayName: 'Ours', ...spec }, metadata);
  await add(world.admin, 'provider', { name: 'unowned', category: 'OAuth', type: 'GitHub', displayName: 'Handmade' });
  await world.restart({ DOORWRIGHT_PLATFORM_NAMESPACES: 'platform, team' });
  await world.apply(
    provider('seen', observed, team),
    provider('seen', observed, evil),
    provider('taken', { adoptionPolicy: 'Adopt' }, evil),
  );
  await becomes('provider', 'seen', 'team', 'Observed');
  await becomes('provider', 'seen', 'evil', 'RejectedByApi');
  await becomes('provider', 'taken', 'evil', 'AdoptionRefused');
  const refused = (await get('provider', 'taken', 'evil')).status;
  expect(refused).not.toHaveProperty('drift');
  expect(JSON.stringify(refused)).not.toContain('displayName');
  expect(await world.inApi('provider', 'unowned')).toMatchObject({ displayName: 'Handmade', origin: null });
  await world.apply(provider('taken', { adoptionPolicy: 'Adopt' }, team));
  await becomes('provider', 'taken', 'team', 'Reconciled');
  expect(await world.inApi('provider', 'unowned')).toMatchObject({ displayName: 'Ours' });
});
