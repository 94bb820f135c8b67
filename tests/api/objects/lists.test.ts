import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { statementsOf } from '../../harness/database/statements.ts';
import { registry } from '../../harness/database/template.ts';
import { add, sampleOf } from '../../harness/world.ts';

const listed = registry.kinds.filter((kind) => kind.access?.list);
const addable = listed.filter((kind) => kind.access?.add);

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app.stop());

const search = async (kind: Kind, query: Record<string, string>) =>
  (await root.get(kind.listedBy ?? `get-${kind.plural}`, { p: 1, pageSize: 100, ...query })).body;

/** The columns of records without an index, as the changelog names them. */
const unsearched = ['changes', 'country', 'createdTime', 'device', 'event', 'isTriggered', 'version'];

describe('S1 filter field', () => {
  const secrets = (kind: Kind) =>
    fieldsOf(kind)
      .filter((field) => field.secret)
      .map((field) => field.name);
  const hostile = [
    "name' OR 1=1 --",
    'name) ILIKE (SELECT pg_sleep(3)',
    'owner"; DROP TABLE roles; --',
    'no_such_column',
    '__proto__',
    'constructor',
  ];

  test.each(listed.map((kind, index) => [kind.kind, kind, index] as const))(
    '%s: SQL text, unknown names and secrets are refused as field and as sortField',
    async (_, kind, index) => {
      // All kinds share the check, so each of them is asked two of the texts.
      const texts = [hostile[index % hostile.length], hostile[(index + 1) % hostile.length]] as string[];
      for (const field of [...texts, ...secrets(kind)]) {
        let answers: object[] = [];
        const statements = await statementsOf(app, async () => {
          answers = [
            await search(kind, { field, value: 'x' }),
            await search(kind, { sortField: field, sortOrder: 'ascend' }),
          ];
        });
        for (const answer of answers) expect(answer, field).toMatchObject({ status: 'error', code: 'unknown-column' });
        expect(statements.filter((sql) => texts.some((text) => sql.includes(text)))).toEqual([]);
      }
    },
  );

  test('every other column can be searched unless a search would read a table that grows without end', async () => {
    for (const kind of listed) {
      for (const { name } of fieldsOf(kind).filter((each) => !each.secret && !each.computed)) {
        const isRefused = kind.name === 'record' && unsearched.includes(name);
        const wanted = isRefused ? { status: 'error', code: 'unknown-column' } : { status: 'ok' };
        expect(await search(kind, { field: name, value: 'a' }), `${kind.kind}.${name}`).toMatchObject(wanted);
      }
    }
  });
});

describe('S2 filter value', () => {
  const texts = ["it's", '100%', 'a_b', 'back\\slash', '"quoted"', '中文'];

  test.each(addable.filter((kind) => 'displayName' in kind.schema.shape).map((kind) => [kind.kind, kind] as const))(
    '%s: each character matches itself',
    async (_, kind) => {
      for (const [index, displayName] of texts.entries())
        await add(root, kind.name, { ...sampleOf(kind, 'built-in', `literal_${index}`), displayName });
      for (const value of ["'", '%', '_b', '\\', '"', '中']) {
        const { data } = await search(kind, { field: 'displayName', value });
        expect(data.map((row: { displayName: string }) => row.displayName)).toEqual(
          texts.filter((text) => text.includes(value)),
        );
      }
    },
  );
});

describe('S5 object keys', () => {
  test('__proto__, constructor and prototype in a body change nothing outside its record', async () => {
    const body = `{"owner":"built-in","name":"proto","displayName":"Proto","__proto__":{"isAdmin":true,"polluted":"yes"},
      "constructor":{"prototype":{"polluted":"yes"}},"properties":{"__proto__":"x","constructor":"y","prototype":"z","kept":"k"}}`;
    const { body: answer } = await root.post('add-user', body);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(answer.status).toBe('ok');
    const { data } = (await root.get('get-user', { id: 'built-in/proto', __proto__: 'x' })).body;
    expect(data).toMatchObject({ isAdmin: false, properties: { kept: 'k' } });
    expect(data).not.toHaveProperty('polluted');
  });
});

test('S7 a page of a million rows is refused', async () => {
  expect((await root.get('get-users', { p: 1, pageSize: 1_000_000 })).body).toMatchObject({
    status: 'error',
    code: 'too-many-rows',
  });
});

describe('paging', () => {
  test('out-of-range pages and sizes work as clients of Casdoor 2022 expect', async () => {
    for (let index = 0; index < 25; index++)
      await add(root, 'model', { owner: 'built-in', name: `paged_${String(index).padStart(2, '0')}` });
    const names = async (query: Record<string, string | number>) => {
      const { body } = await root.get('get-models', {
        field: 'name',
        value: 'paged_',
        sortField: 'name',
        sortOrder: 'ascend',
        ...query,
      });
      expect(body.data2).toBe(25);
      return body.data.map((row: { name: string }) => row.name);
    };
    expect(await names({ p: 3, pageSize: 10 })).toEqual(['paged_20', 'paged_21', 'paged_22', 'paged_23', 'paged_24']);
    expect(await names({ p: 99, pageSize: 10 })).toEqual(await names({ p: 3, pageSize: 10 }));
    expect(await names({ p: 0, pageSize: 10 })).toEqual(await names({ p: 1, pageSize: 10 }));
    expect(await names({ p: 'x', pageSize: -1 })).toEqual(await names({ p: 1, pageSize: 10 }));
    expect(await names({ p: 1, pageSize: 10, sortOrder: 'descend' })).toEqual(expect.arrayContaining(['paged_24']));
    expect(await names({})).toHaveLength(25);
  });
});

test('S12 a masked header of a webhook keeps its own value and never gets another’s', async () => {
  const header = (name: string, value = '***') => ({ name, value });
  const sent = { name: `hook-${randomUUID()}`, organization: 'built-in', url: 'https://hook.example/' };
  await add(root, 'webhook', { ...sent, headers: [header('X-A', 'a'), header('X-B', 'b'), header('X-C', 'c')] });
  const update = async (...headers: object[]) =>
    (await root.post(`update-webhook?id=admin/${sent.name}`, { headers })).body;
  const stored = async () => (await app.store('webhook').find(app.db, 'admin', sent.name))?.headers;
  expect((await update(header('X-C'), header('X-A'))).status).toBe('ok');
  expect(await stored()).toEqual([header('X-C', 'c'), header('X-A', 'a')]);
  // One header is removed, and the other has a new name.
  expect((await update(header('X-D'))).fields).toMatchObject([{ field: 'headers[0].value' }]);
  expect((await update(header('X-A'), header('X-A'))).fields).toEqual([expect.objectContaining({ field: 'headers' })]);
  expect(await stored()).toEqual([header('X-C', 'c'), header('X-A', 'a')]);
});

test.each(['%E0%A4%A', '%ff', '%00', 'x%ed%a0%80', '%'])(
  'S7 an address that cannot be decoded is an error: %s',
  async (part) => {
    const failures = () => app.logged.filter((line) => line.includes('Request failed')).length;
    const before = failures();
    for (const path of [
      '/login/oauth/device',
      '/declared/v1/application/admin',
      '/declared/v1',
      '/files',
      '/api',
      '/login',
    ]) {
      const { status } = await fetch(`${app.url}${path}/${part}`);
      expect(status, path).toBe(404);
    }
    expect(failures()).toBe(before);
  },
);
