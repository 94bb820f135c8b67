import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { createOperator, type Operator } from '../operator.ts';

let app: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  operator = createOperator(app.url);
});
afterAll(() => app.stop());

const mail = { category: 'Email', type: 'Default', host: 'smtp.example' };
const moved = { ...mail, host: 'smtp.elsewhere.example' };
/** A mail server from the console, and a resource that may adopt it. */
async function handmade() {
  const name = `mail-${randomUUID().slice(0, 8)}`;
  await add(root, 'provider', { name, ...mail, clientSecret: 'mail-s3cret' });
  const path = `provider/admin/${name}`;
  return {
    put: (fields: object, more: object = {}) =>
      operator.put(path, { uid: `u-${name}`, adoption: 'Adopt', fields: fields as Record<string, unknown>, ...more }),
    secret: async () => (await app.store('provider').find(app.db, 'admin', name))?.clientSecret,
    read: () => operator.get(path),
    write: (change: object) => root.post(`update-provider?id=admin/${name}`, change),
  };
}

test('17.1 a resource that adopts a provider and changes its host does not get the secret', async () => {
  const { put, secret, read } = await handmade();
  expect((await put(moved)).body).toMatchObject({ outcome: 'adopted', droppedSecrets: ['clientSecret'] });
  expect(await secret()).toBe('');
  expect((await put(moved)).body).toMatchObject({ outcome: 'unchanged', droppedSecrets: ['clientSecret'] });
  expect((await read()).body.droppedSecrets).toEqual(['clientSecret']);
});

test('17.1 the declaring resource that changes the host does not get it either, until somebody enters the secret', async () => {
  const { put, secret, write } = await handmade();
  expect((await put(mail)).body).toMatchObject({ outcome: 'adopted', droppedSecrets: [] });
  expect(await secret()).toBe('mail-s3cret');
  expect((await put(moved)).body).toMatchObject({ outcome: 'updated', droppedSecrets: ['clientSecret'] });
  expect(await secret()).toBe('');
  expect((await write({ clientSecret: 'elsewhere-s3cret' })).body).toMatchObject({ status: 'ok' });
  expect((await put(moved)).body.droppedSecrets).toEqual([]);
  expect(await secret()).toBe('elsewhere-s3cret');
});

test('17.1 a captcha with a new endpoint, from a resource or from people, does not get the secret either', async () => {
  const { put, secret, write } = await handmade();
  const captcha = { category: 'Captcha', type: 'reCAPTCHA', endpoint: 'https://captcha.example' };
  expect((await write({ ...captcha, clientSecret: 'c-s3cret' })).body).toMatchObject({ status: 'ok' });
  expect((await write({ endpoint: 'https://evil.example' })).body).toMatchObject({ code: 'invalid' });
  expect((await put({ endpoint: 'https://evil.example' })).body.droppedSecrets).toEqual(['clientSecret']);
  expect(await secret()).toBe('');
});

test('17.1 a secret that is declared with the address is stored, also if it is the same', async () => {
  const { put, secret } = await handmade();
  const clientSecret = 'mail-s3cret';
  await put({ ...mail, clientSecret });
  expect((await put({ ...moved, clientSecret })).body).toMatchObject({ outcome: 'updated', droppedSecrets: [] });
  expect(await secret()).toBe(clientSecret);
});

test('17.1 a secret under an override is dropped with the address that it was entered for', async () => {
  const { put, secret, write } = await handmade();
  const clientSecret = 'mail-s3cret';
  const { object } = (await put({ ...mail, clientSecret })).body;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  const glass = { kind: 'provider', id: `admin/${object.name}`, fields: ['clientSecret'], reason: 'rotated', until };
  expect((await root.post('override-managed', glass)).body).toMatchObject({ status: 'ok' });
  expect((await write({ clientSecret: 'theirs-s3cret' })).body).toMatchObject({ status: 'ok' });
  expect((await put({ ...moved, clientSecret })).body.droppedSecrets).toEqual(['clientSecret']);
  expect(await secret()).toBe('');
});

test('17.1 a dry run names secrets that would be dropped, and drops none', async () => {
  const { put, secret } = await handmade();
  expect((await put(moved, { dryRun: true })).body.droppedSecrets).toEqual(['clientSecret']);
  expect(await secret()).toBe('mail-s3cret');
});
