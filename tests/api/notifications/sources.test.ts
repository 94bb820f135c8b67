import { deliveryJob } from '@doorwright/api/core/events/delivery-job.ts';
import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator } from '../../declared/operator.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { writeMetadata } from '../../services/saml/idp/write-metadata.ts';
import { loopback, startReceiver } from '../webhooks/receiver.ts';
import { ofCode, told } from './world.ts';

const hour = 3_600_000;
const day = 24 * hour;
let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  app = await startApp({ settings: loopback });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
});
afterAll(() => app?.stop());

let made = 0;
const aRole = () => add(acme.admin, 'role', { owner: 'acme', name: `role-${++made}` });

test('a webhook whose receiver answers 500 is reported, then as disabled, and no longer when a call arrives', async () => {
  const receiver = await startReceiver();
  receiver.answer((res) => void res.writeHead(500).end());
  const hook = { owner: 'admin', name: 'audit', organization: 'acme', events: ['add-role'], url: receiver.url };
  await add(acme.admin, 'webhook', hook);
  await aRole();
  await expect.poll(() => told(acme.admin)).toEqual(['webhookFails audit']);
  expect(await ofCode(acme.admin, 'webhookFails')).toMatchObject({
    ...{
      tone: 'warning',
      params: {
        ...{ name: 'audit', organization: 'acme' },
        ...{ problem: 'The receiver answered 500', problemCode: 'answered', problemValue: '500' },
      },
      path: '/webhooks/audit',
    },
  });
  // A webhook that a person disables is their own choice.
  const at = { query: { id: 'admin/audit' } };
  await acme.admin.post('update-webhook', { isEnabled: false }, at);
  expect(await told(acme.admin)).toEqual([]);
  await acme.admin.post('update-webhook', { isEnabled: true }, at);
  await app.db('webhooks').update({ failing_since: new Date(Date.now() - 73 * hour) });
  await aRole();
  await expect.poll(() => told(acme.admin)).toEqual(['webhookOff audit']);
  expect(await ofCode(root, 'webhookOff')).toMatchObject({
    tone: 'danger',
    params: { name: 'audit', organization: 'acme', problem: 'The receiver answered 500' },
  });
  expect(await told(globex.admin)).toEqual([]);
  receiver.answer((res) => void res.writeHead(200).end());
  await acme.admin.post('update-webhook', { isEnabled: true }, at);
  await app.db('webhook_deliveries').update({ next_time: new Date(0) });
  const waiting = await app.db('webhook_deliveries').where({ state: 'waiting' }).pluck('id');
  await enqueue(app.db, deliveryJob, ...waiting.map((delivery) => ({ delivery: String(delivery), webhook: 'audit' })));
  await expect.poll(() => told(acme.admin)).toEqual([]);
  await acme.admin.post('delete-webhook', { owner: 'admin', name: 'audit' });
  await receiver.stop();
});

const certificateEndingIn = async (days: number, cryptoAlgorithm: 'ES256' | 'RS256' = 'ES256'): Promise<string> => {
  // Certificates end at midnight UTC, a year after the day of their beginning.
  const now = new Date(Date.now() + (days - 365) * day);
  const bitSize = cryptoAlgorithm === 'ES256' ? 0 : 2048;
  const asked = { name: 'idp', owner: 'acme', cryptoAlgorithm, bitSize, expireInYears: 1, now } as const;
  return (await generateCert(asked)).certificate;
};

test('the certificate of a SAML identity provider is reported before it ends, to organizations whose applications list it', async () => {
  const [soon, later] = [await certificateEndingIn(10), await certificateEndingIn(300)];
  const idp = { name: 'idp', displayName: 'Staff', category: 'SAML', type: 'Keycloak', idP: soon };
  await add(root, 'provider', idp);
  const found = await ofCode(root, 'signerEnds');
  expect(found).toMatchObject({ tone: 'warning', params: { name: 'Staff' }, path: '/providers/idp' });
  expect([9, 10, 11]).toContain(found?.params.count);
  expect(await told(acme.admin)).toEqual([]);
  const { data } = (await root.get('get-application', { id: 'admin/app-acme' })).body;
  await root.post('update-application?id=admin/app-acme', { ...data, providers: [{ name: 'idp' }] });
  await expect.poll(() => told(acme.admin)).toEqual(['signerEnds idp']);
  expect(await told(globex.admin)).toEqual([]);
  // During a change, both certificates are there.
  const { data: stored } = (await root.get('get-provider', { id: 'admin/idp' })).body;
  await root.post('update-provider?id=admin/idp', { ...stored, idP: `${soon}\n${later}` });
  await expect.poll(() => told(root)).toEqual([]);
});

test('metadata that cannot be read are reported', async () => {
  const metadataUrl = 'http://127.0.0.1:9/metadata';
  await add(root, 'provider', { name: 'unread', category: 'SAML', type: 'Keycloak', metadataUrl });
  await expect.poll(() => told(root)).toEqual(['metadataFails unread']);
  expect(await ofCode(root, 'metadataFails')).toMatchObject({ tone: 'warning', path: '/providers/unread' });
  await root.post('delete-provider', { owner: 'admin', name: 'unread' });
  expect(await told(root)).toEqual([]);
});

test('metadata near their end are reported with the days that they have left, more urgently when they have ended, until others come', async () => {
  const certificate = (await certificateEndingIn(300, 'RS256')).replaceAll(/-----[^-]+-----|\s/g, '');
  const endingIn = (days: number) =>
    writeMetadata({
      ...{ entityId: 'https://idp.example', endpoint: 'https://idp.example/saml', certificates: [certificate] },
      attributes: `validUntil="${new Date(Date.now() + days * day).toISOString()}"`,
    });
  const form = { displayName: 'Federation', category: 'SAML', type: 'Keycloak' };
  await add(root, 'provider', { name: 'pasted', ...form, metadata: endingIn(9.5) });
  await expect.poll(() => told(root)).toEqual(['metadataEnds pasted']);
  expect(await ofCode(root, 'metadataEnds')).toMatchObject({
    ...{ tone: 'warning', params: { name: 'Federation', count: 10 }, path: '/providers/pasted' },
  });
  expect(await told(acme.admin)).toEqual([]);
  const { data } = (await root.get('get-application', { id: 'admin/app-globex' })).body;
  await root.post('update-application?id=admin/app-globex', { ...data, providers: [{ name: 'pasted' }] });
  expect(await told(globex.admin)).toEqual(['metadataEnds pasted']);
  const later = await startApp({
    ...{ databaseUrl: app.databaseUrl, isDeaf: true, now: () => new Date(Date.now() + 10 * day) },
  });
  try {
    expect(await ofCode(await later.admin(), 'metadataEnded')).toMatchObject({
      ...{ tone: 'danger', params: { name: 'Federation' }, subject: { name: 'pasted' } },
    });
  } finally {
    await later.stop();
  }
  const { data: stored } = (await root.get('get-provider', { id: 'admin/pasted' })).body;
  await root.post('update-provider?id=admin/pasted', { ...stored, metadata: endingIn(40) });
  await expect.poll(() => told(root)).toEqual([]);
});

test('a custom resource that is under way for ten minutes is reported, until it is ready', async () => {
  const ahead = async (minutes: number) => {
    const now = () => new Date(Date.now() + minutes * 60_000);
    const later = await startApp({ databaseUrl: app.databaseUrl, isDeaf: true, now });
    const operator = createOperator(later.url);
    return { later, operator, admin: await later.admin() };
  };
  const [now, soon, late] = [await ahead(0), await ahead(9), await ahead(11)];
  const report = async ({ operator, admin }: typeof now, ready: string, reason = 'ReferenceNotReady') => {
    const state = { ready, reason, message: 'The Organization acme is not ready', drift: 0 };
    const named = { file: 'shop.yaml', line: 1, kind: 'Application', namespace: 'acme', name: 'shop', object: 'shop' };
    await operator.ask('PUT', 'manifests', { cluster: 'folder:/srv/manifests', resources: [{ ...named, ...state }] });
    return told(admin);
  };
  try {
    expect(await report(now, 'Unknown')).toEqual([]);
    expect(await report(soon, 'Unknown')).toEqual([]);
    expect(await report(late, 'Unknown')).toEqual(['resourceStalled shop']);
    expect(await ofCode(late.admin, 'resourceStalled')).toMatchObject({
      ...{ tone: 'warning', path: '/declared', subject: { kind: 'Application', owner: 'acme', name: 'shop' } },
      params: { resource: 'Application acme/shop', reason: 'ReferenceNotReady' },
    });
    // Another state has a beginning of its own.
    expect(await report(late, 'Unknown', 'Progressing')).toEqual([]);
    expect(await report(late, 'True', 'Reconciled')).toEqual([]);
  } finally {
    for (const { later } of [now, soon, late]) await later.stop();
    await app.db('manifest_reports').delete();
  }
});

test('stalled and differing custom resources are reported to global administrators, until the next report says otherwise', async () => {
  const operator = createOperator(app.url);
  const resource = (name: string, rest = {}) => ({
    ...{ file: 'acme.yaml', line: 1, kind: 'Application', namespace: 'acme', name, object: name },
    ...{ ready: 'True', reason: 'Reconciled', message: 'Everything is as declared', drift: 0, ...rest },
  });
  const report = (...resources: object[]) =>
    operator.ask('PUT', 'manifests', { cluster: 'folder:/srv/manifests', resources });
  const stuck = resource('shop', { ready: 'False', reason: 'SecretMissing', message: 'The Secret shop is missing' });
  await report(stuck, resource('app-acme', { drift: 2 }), resource('fine'));
  const stalled = await ofCode(root, 'resourceStalled');
  expect(stalled).toMatchObject({
    ...{ tone: 'danger', path: '/declared' },
    params: { resource: 'Application acme/shop', reason: 'SecretMissing', message: 'The Secret shop is missing' },
  });
  expect(await ofCode(root, 'resourceDrifts')).toMatchObject({
    ...{ params: { name: 'app-acme', count: 2 }, path: '/applications/app-acme' },
    subject: { kind: 'application', owner: 'admin', name: 'app-acme' },
  });
  expect(await told(acme.admin)).toEqual([]);
  await report({ ...stuck, message: 'The Secret shop is missing (try 2)' });
  // The same state has the same beginning and key.
  expect(await ofCode(root, 'resourceStalled')).toMatchObject({ key: stalled?.key, since: stalled?.since });
  await report(resource('shop'));
  expect(await told(root)).toEqual([]);
  await app.db('manifest_reports').update({ reported_time: new Date(Date.now() - 5 * 60_000) });
  expect(await ofCode(root, 'operatorSilent')).toMatchObject({
    params: { folder: '/srv/manifests' },
    path: '/declared',
  });
  await report();
  expect(await told(root)).toEqual([]);
});

test('an operator of a cluster that is silent is reported, and a paused resource is not', async () => {
  const operator = createOperator(app.url);
  const paused = {
    ...{ file: '', line: 0, kind: 'Application', namespace: 'acme', name: 'shop', object: 'shop' },
    ...{ ready: 'False', reason: 'Paused', message: 'The resource is paused', drift: 0 },
  };
  await operator.ask('PUT', 'manifests', { cluster: '3f0c8a0e-1c55-4a4b-9f5e-0d6f6c1f7a11', resources: [paused] });
  expect(await told(root)).toEqual([]);
  await app.db('manifest_reports').update({ reported_time: new Date(Date.now() - 5 * 60_000) });
  expect(await ofCode(root, 'clusterSilent')).toMatchObject({ tone: 'warning', path: '/declared' });
  await app.db('manifest_reports').delete();
});

test('a wave of locked accounts is reported to the administrators of their organization', async () => {
  const lock = async (organization: string, name: string) => {
    await add(root, 'user', { owner: organization, name, displayName: name });
    const guess = { type: 'login', application: `app-${organization}`, username: name, password: 'wrong' };
    for (let i = 0; i < 6; i++) await app.client().post('login', guess);
  };
  await app.db('guess_counts').delete();
  for (let i = 0; i < 3; i++) await lock('globex', `person-${i}`);
  for (let i = 0; i < 11; i++) {
    // All guesses come from one address, which would be locked too.
    await app.db('guess_counts').where('locks', 0).delete();
    await lock('acme', `person-${i}`);
  }
  await expect.poll(() => told(root), { timeout: 10_000 }).toEqual(['lockoutWave acme']);
  await expect.poll(() => told(acme.admin), { timeout: 10_000 }).toEqual(['lockoutWave acme']);
  expect(await told(globex.admin)).toEqual([]);
  const { params, path } = (await ofCode(acme.admin, 'lockoutWave')) ?? {};
  expect(params?.count).toBeGreaterThanOrEqual(10);
  expect(path).toBe('/records?text=locked&outcome=refused');
  const listed = (await acme.admin.get('get-records', { text: 'locked', outcome: 'refused' })).body;
  expect(listed.data2).toBeGreaterThanOrEqual(11);
});
