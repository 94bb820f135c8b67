import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startOperator, startWorld, type World } from '../world/declared-world.ts';

let world: World;

const from = (namespaces: object, kinds = ['Application']) => ({ allowedReferrers: [{ kinds, namespaces }] });
const labelled = (labels: object) => from({ from: 'Selector', selector: { matchLabels: labels } });
const of = (namespace: string) => labelled({ 'kubernetes.io/metadata.name': namespace });
const partners = (...kinds: string[]) =>
  from({ from: 'Selector', selector: { matchLabels: { partner: 'yes' } } }, kinds);
const provider = (name: string, spec: object = {}, namespace = 'default') =>
  a('Provider', name, { category: 'OAuth', type: 'GitHub', clientId: 'public', ...spec }, { namespace });
const organization = (name: string, namespace: string, spec: object = {}) =>
  a('Organization', name, { displayName: name, deletionProtection: false, ...spec }, { namespace });

/** Waits until the provider has this audience. */
async function isFor(name: string, wanted: 'all' | readonly string[]): Promise<void> {
  let seen: unknown;
  await eventually(async () => {
    const { audience, organizations } = (await world.inApi('provider', name)) ?? {};
    seen = audience === 'named' ? organizations : audience;
    return JSON.stringify(seen) === JSON.stringify(wanted);
  }, 15_000).catch((error: Error) => {
    throw new Error(`${error.message}: ${name} is for ${JSON.stringify(seen)}`);
  });
}

beforeAll(async () => {
  // The first is the platform's. `lab` is a tenant's that may declare organizations, `shop` one that may not.
  world = await startWorld({
    DOORWRIGHT_PLATFORM_NAMESPACES: 'default',
    DOORWRIGHT_ORGANIZATION_NAMESPACES: 'lab',
  });
  await world.namespace('lab', 'shop');
  await world.apply(organization('acme', 'default', of('shop')), organization('lab', 'lab'));
}, clusterHookTimeout);
afterAll(() => world?.stop());

test('17.6 a declared provider serves the organizations of its namespace, unless its resource permits others', async () => {
  await world.apply(provider('post'), provider('open', from({ from: 'All' })));
  await isFor('post', ['acme']);
  await isFor('open', 'all');
  expect((await world.get('provider', 'post')).status).toMatchObject({ audience: 'named', organizations: 1 });
  // New organizations join, and deleted ones leave.
  await world.apply(organization('later', 'default'));
  await isFor('post', ['acme', 'later']);
  await world.kubectl(['delete', 'organization.doorwright.dev/later']);
  await isFor('post', ['acme']);
});

test('17.6 a tenant’s provider serves only organizations that permit the tenant, whatever its resource says', async () => {
  await world.apply(provider('labs', from({ from: 'All' }), 'lab'));
  await isFor('labs', ['lab']);
  await world.apply(organization('acme', 'default', partners('Application', 'Provider')));
  await world.kubectl(['label', 'namespace', 'lab', 'partner=yes']);
  await isFor('labs', ['acme', 'lab']);
  // Permitting applications permits no mail server.
  await world.apply(organization('acme', 'default', partners('Application')));
  await isFor('labs', ['lab']);
  await world.apply(organization('acme', 'default', partners('Provider')));
  await isFor('labs', ['acme', 'lab']);
  await world.kubectl(['label', 'namespace', 'lab', 'partner-']);
  await isFor('labs', ['lab']);
  await world.apply(organization('acme', 'default', of('shop')));
});

test('17.6 an audience by a namespace label ends with the label', async () => {
  await world.apply(provider('picky', labelled({ tier: 'gold' })));
  await isFor('picky', []);
  await world.kubectl(['label', 'namespace', 'lab', 'tier=gold']);
  await isFor('picky', ['lab']);
  await world.kubectl(['label', 'namespace', 'lab', 'tier-']);
  await isFor('picky', []);
});

test('17.6 a permitted application brings its organization, while it is permitted', async () => {
  const books = a(
    'Application',
    'books',
    {
      organizationRef: { name: 'acme', namespace: 'default' },
      providers: [{ providerRef: { name: 'shared', namespace: 'default' } }],
      generate: true,
    },
    { namespace: 'shop' },
  );
  await world.apply(provider('shared', of('shop')), books);
  await isFor('shared', ['acme']);
  const shown = async () => {
    const { data } = (await world.app.anonymous.get('get-application', { id: 'admin/books' })).body;
    return data?.providers?.map(({ provider }: { provider: { name: string } | null }) => provider?.name);
  };
  await eventually(async () => JSON.stringify(await shown()) === '["shared"]');
  // The application is unchanged, and the provider does nothing for it.
  await world.apply(provider('shared', of('lab')));
  await isFor('shared', ['lab']);
  expect(await shown()).toEqual([undefined]);
  await world.apply(provider('shared', of('shop')));
  await isFor('shared', ['acme']);
  await world.kubectl(['delete', '-n', 'shop', 'application.doorwright.dev/books']);
  await isFor('shared', []);
});

test('17.6 a folder of manifests follows the same rules', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'doorwright-audience-'));
  const manifests = join(dir, 'manifests');
  mkdirSync(manifests);
  const write = (...objects: object[]) =>
    writeFileSync(join(manifests, 'all.yaml'), objects.map((each) => stringify(each)).join('---\n'));
  const own = [organization('folk', 'folk'), organization('foes', 'foes')];
  write(...own, provider('of-folk', {}, 'folk'), provider('of-all', from({ from: 'All' }), 'folk'));
  const operator = await startOperator({
    ...world.settings,
    KUBECONFIG: '',
    DOORWRIGHT_PLATFORM_NAMESPACES: 'folk,foes',
    DOORWRIGHT_MANIFESTS: manifests,
    DOORWRIGHT_DATA_DIR: dir,
  });
  try {
    await isFor('of-folk', ['folk']);
    await isFor('of-all', 'all');
    const selector = {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['folk', 'foes'] }],
    };
    const namespaces = ['folk', 'foes'].map((name) => ({
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels: { 'kubernetes.io/metadata.name': name } },
    }));
    write(
      ...namespaces,
      ...own,
      provider('of-folk', from({ from: 'Selector', selector }), 'folk'),
      provider('of-all', {}, 'folk'),
    );
    await isFor('of-folk', ['foes', 'folk']);
    await isFor('of-all', ['folk']);
  } finally {
    await operator.stop();
    rmSync(dir, { recursive: true });
  }
});
