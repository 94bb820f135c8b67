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
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => app.stop());

interface Item {
  owner: string;
  name: string;
  etag: string;
  uid: string;
}

async function names(): Promise<{ items: Item[]; pages: number[] }> {
  const items: Item[] = [];
  const pages: number[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const { body } = await operator.get(`application?cursor=${cursor}`);
    items.push(...body.items);
    pages.push(body.items.length);
    cursor = body.next;
  }
  return { items, pages };
}

test('names arrive in pages of 500, each once, with the etag and the resource of the object', async () => {
  await operator.put('application/admin/declared', { uid: 'u-declared', fields: { organization: 'acme' } });
  await app.db.raw(
    `INSERT INTO applications (owner, name, created_time, organization)
     SELECT 'admin', 'many-' || n, now(), 'acme' FROM generate_series(1, 1200) AS n`,
  );
  const { items, pages } = await names();
  expect(pages).toEqual([500, 500, 202]);
  expect(new Set(items.map(({ name }) => name)).size).toBe(1202);
  const { etag } = (await operator.get('application/admin/declared')).body;
  expect(items).toContainEqual({ owner: 'admin', name: 'declared', etag, uid: 'u-declared' });
  expect(items.find(({ name }) => name === 'many-7')).toMatchObject({ uid: '' });
});

const etagOf = async (kind: string, name: string) => (await operator.get(`${kind}/admin/${name}`)).body.etag;

test('an etag changes with the configuration, and only with that', async () => {
  const etag = async () => (await names()).items.find(({ name }) => name === 'declared')?.etag;
  const first = await etag();
  expect(await etag()).toBe(first);
  await operator.put('application/admin/declared', {
    uid: 'u-declared',
    generation: 2,
    fields: { organization: 'acme' },
  });
  expect(await etag()).toBe(first);
  await root.post('update-application', { description: 'x' }, { query: { id: 'admin/declared' } });
  const second = await etag();
  expect(second).not.toBe(first);
  expect(await etagOf('application', 'declared')).toBe(second);
  await root.post('update-application', { clientSecret: 'another-secret-of-it' }, { query: { id: 'admin/declared' } });
  expect([first, second]).not.toContain(await etag());
});

test('a restored or recreated object has its former etag', async () => {
  const fields = {
    organization: 'acme',
    clientId: 'again',
    clientSecret: 'the-same-secret-again',
    displayName: 'Again',
  };
  const put = (own: object) =>
    operator.put('application/admin/again', { uid: 'u-again', fields: { ...fields, ...own } });
  await put({});
  const first = await etagOf('application', 'again');
  await put({ displayName: 'Otherwise' });
  expect(await etagOf('application', 'again')).not.toBe(first);
  await put({});
  expect(await etagOf('application', 'again')).toBe(first);
  await operator.remove('application/admin/again', 'u-again', 'Delete');
  await put({});
  expect(await etagOf('application', 'again')).toBe(first);
  expect((await names()).items.find(({ name }) => name === 'again')?.etag).toBe(first);
});

test('run-time fields do not change the etag', async () => {
  await operator.put('syncer/admin/people', {
    uid: 'u-people',
    fields: { organization: 'acme', host: 'hr.acme.example' },
  });
  const first = await etagOf('syncer', 'people');
  await app
    .db('syncers')
    .where({ name: 'people' })
    .update({ error_text: 'it rained', version: app.db.raw('version + 1') });
  expect(await etagOf('syncer', 'people')).toBe(first);
  expect((await operator.get('syncer')).body.items[0].etag).toBe(first);
});

test('an invalid cursor is refused', async () => {
  const of = (page: unknown) => Buffer.from(JSON.stringify(page)).toString('base64url');
  for (const cursor of ['nonsense', of(['\0', 'x']), of([{}, 'x']), of([])])
    expect((await operator.get(`application?cursor=${cursor}`)).status, cursor).toBe(422);
});
