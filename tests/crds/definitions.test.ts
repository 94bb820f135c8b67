import { crdOf } from '@doorwright/crds/derive/crd.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cluster, clusterHookTimeout } from '../harness/cluster/cluster.ts';
import { keptCluster, manifest, refusal, succeed } from './cluster.ts';
import { declaredKinds } from './declared-kinds.ts';
import { guildDeclared, guildDeclaredAs } from './guild.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await keptCluster();
}, clusterHookTimeout);

afterAll(() => cluster?.stop());

const minimal: Record<string, Record<string, unknown>> = {
  Application: { organizationRef: { name: 'acme' }, generate: true },
  Ldap: { organizationRef: { name: 'acme' } },
  Product: { displayName: 'A ticket', price: 9.9 },
  Syncer: { organizationRef: { name: 'acme' } },
  Webhook: { organizationRef: { name: 'acme' }, url: 'https://crm.example' },
};

const specFor = (kind: string) => minimal[kind] ?? {};

async function stored(kind: string, name = 'example') {
  const json = await succeed(cluster, ['get', `${kind}.doorwright.dev`, name, '-n', 'default', '-o', 'json']);
  return JSON.parse(json) as { spec: Record<string, unknown>; status: Record<string, unknown> };
}

async function create(kind: string, spec: Record<string, unknown>, name = 'example') {
  await succeed(cluster, ['apply', '-f', '-'], JSON.stringify(manifest(kind, spec, name)));
  return stored(kind, name);
}

it('accepts every definition without a warning', async () => {
  const complaints = await succeed(cluster, [
    'get',
    'crd',
    '-o',
    'jsonpath={.items[*].status.conditions[?(@.type=="NonStructuralSchema")].message}',
  ]);
  expect(complaints).toBe('');
  const names = await succeed(cluster, ['get', 'crd', '-o', 'jsonpath={.items[*].metadata.name}']);
  expect(names.split(' ').sort()).toEqual(declaredKinds.map(({ plural }) => `${plural}.doorwright.dev`).sort());
});

it.each(['application.spec', 'application.spec.credentials.rotation', 'certs.doorwright.dev.spec', 'dworg.status'])(
  'explains %s in sentences',
  async (path) => {
    expect(await succeed(cluster, ['explain', path])).toMatchSnapshot();
  },
);

const policies = { managementPolicy: 'Manage', adoptionPolicy: 'Fail', deletionProtection: false };

it.each([
  ['Organization', { ...policies, deletionPolicy: 'Orphan', deletionProtection: true }],
  ['Cert', { ...policies, deletionPolicy: 'Orphan' }],
  // An adopted object is deleted only if the manifest says Delete, so this policy has no default.
  ['Application', policies],
  ['Provider', policies],
  ['Ldap', policies],
  ['Syncer', policies],
  ['Webhook', policies],
  ['Product', policies],
])('gives a new %s the defaults of its policies only', async (kind, defaults) => {
  const { spec, status } = await create(kind, specFor(kind));
  expect(spec).toEqual({ ...specFor(kind), ...defaults });
  expect(status).toEqual({ observedGeneration: -1 });
});

it('drops unknown fields, and names them on request', async () => {
  const unknown = manifest('Provider', { displayName: 'Mail', nonsense: 1, clientSecret: 'in the clear' }, 'unknown');
  expect(await refusal(cluster, unknown, ['--validate=strict'])).toContain('unknown field "spec.clientSecret"');
  await succeed(cluster, ['apply', '--validate=false', '-f', '-'], JSON.stringify(unknown));
  const { spec } = await stored('Provider', 'unknown');
  expect(spec).toEqual({ displayName: 'Mail', ...policies });
});

it.each([
  ['an empty text', { displayName: '' }, { displayName: '' }],
  ['an empty list', { redirectUris: [] }, { redirectUris: [] }],
  [
    'omitted members of list entries stay omitted',
    { signupItems: [{ name: 'Phone' }] },
    { signupItems: [{ name: 'Phone' }] },
  ],
])('keeps what is declared: %s', async (_, declared, kept) => {
  const { spec } = await create('Application', { ...specFor('Application'), ...declared }, 'kept');
  expect(spec).toMatchObject(kept);
  expect(Object.keys(spec).sort()).toEqual(
    [...Object.keys({ ...specFor('Application'), ...policies }), ...Object.keys(kept)].sort(),
  );
  await succeed(cluster, ['delete', 'application', 'kept', '-n', 'default']);
});

it.each([
  ['a wrong type', { expireInHours: 'long' }, 'must be of type integer'],
  ['an unknown choice', { tokenFormat: 'XML' }, 'supported values: "JWT", "JWT-Empty"'],
  ['a text that is too long', { displayName: 'x'.repeat(101) }, 'may not be more than 100'],
  ['a number beyond its limit', { expireInHours: -1 }, 'should be greater than or equal to 0'],
  ['a value twice in a set', { redirectUris: ['https://a.example/', 'https://a.example/'] }, 'Duplicate value'],
  ['an item twice in a list', { signupItems: [{ name: 'Phone' }, { name: 'Phone' }] }, 'Duplicate value'],
  ['a name that no object has', { name: 'no label' }, 'spec.name in body should match'],
  ['no organization', { organizationRef: undefined }, 'spec.organizationRef: Required value'],
])('refuses %s', async (_, wrong, message) => {
  const spec = { ...specFor('Application'), ...wrong };
  expect(await refusal(cluster, manifest('Application', spec, 'refused'), ['--validate=false'])).toContain(message);
});

it('keeps spec and status apart', async () => {
  await create('Cert', {}, 'apart');
  const patch = { spec: { displayName: 'changed' }, status: { observedGeneration: 7, externalId: 'admin/apart' } };
  const args = ['patch', 'cert.doorwright.dev', 'apart', '-n', 'default', '--type=merge', '-p', JSON.stringify(patch)];
  await succeed(cluster, args);
  expect(await stored('Cert', 'apart')).toMatchObject({
    spec: { displayName: 'changed' },
    status: { observedGeneration: -1 },
  });
  const other = { ...patch, spec: { displayName: 'by status' } };
  await succeed(cluster, [...args.slice(0, -1), JSON.stringify(other), '--subresource=status']);
  expect(await stored('Cert', 'apart')).toMatchObject({
    spec: { displayName: 'changed' },
    status: { observedGeneration: 7, externalId: 'admin/apart' },
  });
});

it('shows the state of all resources in one table', async () => {
  await create('Application', specFor('Application'), 'shown');
  const now = '2026-01-01T00:00:00Z';
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'Reconciled',
    message: 'All is well',
    lastTransitionTime: now,
  };
  const status = { conditions: [ready], clientId: 'abc', externalId: 'admin/shown' };
  await succeed(cluster, [
    ...['patch', 'dwapp', 'shown', '-n', 'default', '--type=merge', '--subresource=status'],
    ...['-p', JSON.stringify({ status })],
  ]);
  const table = await succeed(cluster, ['get', 'doorwright', '-A']);
  expect(table).toMatch(/NAMESPACE +NAME +READY +REASON +ORGANIZATION +CLIENTID +AGE/);
  expect(table).toMatch(/default +application\.doorwright\.dev\/shown +True +Reconciled +acme +abc +\d+s/);
  const wide = await succeed(cluster, ['get', 'dwapp', 'shown', '-n', 'default', '-o', 'wide']);
  expect(wide).toMatch(/AGE +MESSAGE +EXTERNALID +DRIFTED/);
  expect(wide).toContain('All is well');
});

it.each(['dworg', 'dwapp', 'dwprov', 'dwcert', 'dwldap', 'dwsync', 'dwhook', 'dwprod'])(
  'answers to the short name %s',
  async (shortName) => {
    expect((await cluster.kubectl(['get', shortName, '-A'])).code).toBe(0);
  },
);

it('selects by organization, name, type and policy', async () => {
  await create(
    'Syncer',
    { ...specFor('Syncer'), name: 'named', type: 'LDAP', managementPolicy: 'Observe' },
    'selected',
  );
  const selector = 'spec.organizationRef.name=acme,spec.name=named,spec.type=LDAP,spec.managementPolicy=Observe';
  const found = await succeed(cluster, ['get', 'dwsync', '-A', '--field-selector', selector, '-o', 'name']);
  expect(found.trim()).toBe('syncer.doorwright.dev/selected');
});

it('a new kind becomes a custom resource by its declaration alone', async () => {
  const crd = crdOf(guildDeclaredAs(guildDeclared), { bundleVersion: 'test' });
  await succeed(cluster, ['apply', '--server-side', '-f', '-'], JSON.stringify(crd));
  await succeed(cluster, ['wait', '--for=condition=Established', 'crd/guilds.doorwright.dev', '--timeout=30s']);
  await expect.poll(async () => (await cluster.kubectl(['get', 'dwguild'])).code, { timeout: 30_000 }).toBe(0);
  const { spec } = await create('Guild', { organizationRef: { name: 'acme' }, trades: ['smith'] });
  expect(spec).toEqual({ organizationRef: { name: 'acme' }, trades: ['smith'], ...policies });
  const long = manifest('Guild', { motto: 'x'.repeat(21) }, 'long');
  expect(await refusal(cluster, long)).toContain('may not be more than 20');
});
