import { type Kind, kinds } from '@doorwright/crds';
import { describedEvents } from '@doorwright/crds/derive/event-schema.ts';
import { writtenKinds } from '@doorwright/crds/options/events.ts';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, sampleOf, type Tenant } from '../../harness/world.ts';
import { type Call, loopback, type Receiver, startReceiver } from './receiver.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let receiver: Receiver;
beforeAll(async () => {
  app = await startApp({ settings: loopback });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  receiver = await startReceiver();
});
afterAll(async () => {
  await app.stop();
  await receiver.stop();
});

const ajv = new Ajv2020({ strict: false, allErrors: true });
(formats as unknown as (ajv: Ajv2020) => void)(ajv);

/** The schema at an address of the server, as a receiver reads it. */
async function schemaAt(address: string) {
  const response = await fetch(new URL(new URL(address).pathname, app.url));
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/schema+json; charset=utf-8',
  ]);
  return response.json();
}

const known = new Map<string, ValidateFunction>();
async function validatorAt(address: string): Promise<ValidateFunction> {
  const validate = known.get(address) ?? ajv.compile(await schemaAt(address));
  known.set(address, validate);
  return validate;
}

const arrived = (path: string) => receiver.taken.filter((call) => call.path === `/hook/${path}`);
const eventOf = ({ body }: Call) => String(body.type).split('.')[2] ?? '';

/** Adds, changes and deletes an object of each kind that a sample makes. */
async function writeEverything(): Promise<void> {
  for (const name of writtenKinds) {
    const kind = kinds.find((each) => each.name === name) as Kind;
    const sample = { ...sampleOf(kind, 'acme', `sample-${name}`), ...(name === 'syncer' && { syncInterval: 60 }) };
    const added = (await root.post(`add-${name}`, { ...sample, ...(name === 'user' && { password }) })).body;
    if (added.status !== 'ok') continue;
    const { owner, [kind.key]: key } = added.data2;
    const change = 'displayName' in sample ? { displayName: 'Changed' } : { description: 'Changed', tag: 'x' };
    await root.post(`update-${name}`, change, { query: { id: `${owner}/${key}` } });
    await root.post(`delete-${name}`, added.data2);
  }
}

async function signInAndOut(): Promise<void> {
  const form = { type: 'login', application: 'app-acme', organization: 'acme', username: 'alice' };
  const browser = app.client();
  for (let i = 0; i < 7; i++) await browser.post('login', { ...form, username: 'adam', password: `wrong-guess-${i}` });
  const alice = await app.signedIn('acme', 'alice', password);
  await alice.post('logout');
  const other = await app.signedIn('acme', 'alice', password);
  await other.post('end-account-sessions', { others: true });
}

test('the body of every event that arrives is as its schema says, in both formats', async () => {
  const events = describedEvents.map(({ name }) => name).filter((name) => name !== 'test');
  const hook = { owner: 'admin', organization: 'built-in', organizations: ['*'], events, isUserExtended: true };
  await add(root, 'webhook', { ...hook, name: 'cloud', url: `${receiver.url}/cloud`, format: 'CloudEvents' });
  await add(root, 'webhook', { ...hook, name: 'plain', url: `${receiver.url}/plain` });
  await add(root, 'cert', { name: 'turned', cryptoAlgorithm: 'ES256' });
  const newKey = { certificate: '', privateKey: '' };
  expect((await root.post('update-cert', newKey, { query: { id: 'admin/turned' } })).body.status).toBe('ok');
  await writeEverything();
  await signInAndOut();
  await root.post('test-webhook', undefined, { query: { id: 'admin/cloud' } });
  await expect.poll(() => arrived('cloud').map(eventOf)).toContain('test');
  await expect
    .poll(async () => app.db('webhook_deliveries').where({ state: 'waiting' }).count({ count: '*' }).first())
    .toEqual({ count: 0 });

  const schemaOf = new Map<string, string>();
  for (const { body } of arrived('cloud')) {
    const validate = await validatorAt(body.dataschema);
    expect([body.type, validate(body.data), validate.errors]).toEqual([body.type, true, null]);
    schemaOf.set(body.data.name, body.dataschema);
  }
  for (const { body } of arrived('plain')) {
    const validate = await validatorAt(String(schemaOf.get(body.name)));
    expect([body.action, validate(body), validate.errors]).toEqual([body.action, true, null]);
  }
  const told = new Set(arrived('cloud').map(eventOf));
  expect([...told]).toEqual(
    expect.arrayContaining(['login', 'logout', 'sign-in-failed', 'lockout', 'end-session', 'rotate-cert', 'test']),
  );
  expect(told.size).toBeGreaterThan(45);
  expect(arrived('cloud').some(({ body }) => body.data.extendedUser)).toBe(true);
  const [{ body }] = arrived('cloud') as [Call];
  const validate = await validatorAt(body.dataschema);
  const { action: _action, ...without } = body.data;
  for (const wrong of [without, { ...body.data, createdTime: 'soon' }, { ...body.data, extendedUser: 'alice' }])
    expect(validate(wrong)).toBe(false);
});

test('everybody reads the schemas, and caches keep them', async () => {
  const list = await (await fetch(`${app.url}/schemas/events`)).json();
  expect(list.events.map(({ name }: { name: string }) => name)).toEqual(describedEvents.map(({ name }) => name));
  for (const { schema, name } of list.events) {
    const found = await schemaAt(schema);
    expect(found).toMatchObject({ $schema: 'https://json-schema.org/draft/2020-12/schema', $id: schema, title: name });
    expect(ajv.validateSchema(found)).toBe(true);
  }
  const first = await fetch(`${app.url}/schemas/events/login/v1`);
  expect(first.headers.get('cache-control')).toBe('public, max-age=3600');
  const headers = { 'If-None-Match': String(first.headers.get('etag')) };
  expect((await fetch(`${app.url}/schemas/events/login/v1`, { headers })).status).toBe(304);
  for (const path of ['login/v2', 'coffee/v1']) {
    const answer = await fetch(`${app.url}/schemas/events/${path}`);
    expect(await answer.json()).toMatchObject({ code: 'unknown-path' });
  }
  expect(await acme.user.get('/schemas/events/login/v1')).toMatchObject({ status: 200 });
});
