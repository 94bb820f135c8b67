import { randomUUID } from 'node:crypto';
import { get, type IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
  // The records of these tests are older.
  await app.db('organizations').update({ created_time: '2026-01-01' });
});
afterAll(() => app.stop());

/** A record as the server stores it. */
async function write(fields: Record<string, unknown>): Promise<void> {
  const { table, toRow } = app.store('record');
  const usual = { owner: 'acme', organization: 'acme', createdTime: '2026-03-01T10:00:00.000Z', version: 1 };
  await app.db(table).insert(toRow({ ...usual, name: randomUUID(), ...fields }));
}

const names = async (client: Client, query: Record<string, string>) =>
  (await client.get('get-records', { p: 1, pageSize: 100, ...query })).body.data.map(
    ({ user }: { user: string }) => user,
  );

const annsRecord = randomUUID();
const march = { createdFrom: '2026-03-01T00:00:00Z', createdTo: '2026-04-01T00:00:00Z' };

describe('the list of records', () => {
  beforeAll(async () => {
    await write({
      ...{ user: 'ann', action: 'update-role', object: 'role acme/support', application: 'admin/shop' },
      ...{ name: annsRecord, requestUri: '/api/update-role?id=acme/support', method: 'POST', sessionId: 'abcdef' },
    });
    await write({ user: 'bob', action: 'update-role', object: 'role acme/sales', outcome: 'refused', reason: 'stale' });
    await write({ user: 'cy', action: 'login', object: 'user acme/cy', clientIp: '203.0.113.9', protocol: 'saml' });
    const later = { createdTime: '2026-03-01T11:00:00.000Z' };
    await write({ user: 'eve', action: 'unlock-user', object: 'user acme/cy', outcome: 'ok', ...later });
    await write({ user: 'dee', owner: 'globex', organization: 'globex', action: 'login', object: 'user globex/dee' });
  });

  test.each([
    [{ user: 'ann' }, ['ann']],
    [{ person: 'acme/cy' }, ['eve', 'cy']],
    [{ person: 'acme/cy', action: 'unlock-user' }, ['eve']],
    [{ person: 'globex/cy' }, []],
    [{ person: 'cy' }, []],
    [{ object: 'role acme/sales' }, ['bob']],
    [{ action: 'update-role', outcome: 'refused' }, ['bob']],
    [{ application: 'admin/shop' }, ['ann']],
    [{ protocol: 'saml' }, ['cy']],
    [{ text: '203.0.113' }, ['cy']],
    [{ text: 'STALE' }, ['bob']],
    [{ text: '_%' }, []],
    [{ text: 'update-role?id=acme/support' }, ['ann']],
    [{ text: 'create-role?id=acme/support' }, []],
    [{ text: 'ADMIN/SHOP' }, ['ann']],
    [{ field: 'object', value: 'sales' }, ['bob']],
    [{ field: 'requestUri', value: 'update-role?id=acme/support' }, ['ann']],
    [{ field: 'requestUri', value: 'create-role?id=acme/support' }, []],
    [{ field: 'application', value: 'shop' }, ['ann']],
    [{ field: 'user', value: 'shop' }, []],
    [{ field: 'name', value: annsRecord }, ['ann']],
    [{ field: 'name', value: annsRecord.slice(0, 13).toUpperCase() }, ['ann']],
    [{ field: 'name', value: annsRecord.slice(1) }, []],
    [{ field: 'name', value: '%' }, []],
    [{ field: 'protocol', value: 'saml' }, ['cy']],
    [{ field: 'sessionId', value: 'abcdef' }, ['ann']],
    [{ field: 'sessionId', value: 'abcde' }, []],
    [{ field: 'id', value: 'x' }, []],
  ])('finds exactly the records of %o, within a time', async (query, found) => {
    expect(await names(acme.admin, { ...march, ...query })).toEqual(found);
  });

  test('finds a record by its whole ID', async () => {
    const [{ id }] = (await acme.admin.get('get-records', { p: 1, pageSize: 1, ...march, user: 'ann' })).body.data;
    expect(await names(acme.admin, { ...march, field: 'id', value: String(id) })).toEqual(['ann']);
    expect(await names(acme.admin, { ...march, field: 'id', value: `${id}0` })).toEqual([]);
  });

  test('refuses a search in a column that has no index', async () => {
    for (const field of ['device', 'country', 'isTriggered', 'changes', 'createdTime'])
      expect((await acme.admin.get('get-records', { field, value: 'x' })).body).toMatchObject({
        ...{ status: 'error', code: 'unknown-column' },
      });
  });

  test('S9 shows no filter the records of another organization', async () => {
    for (const query of [
      { user: 'dee' },
      { text: 'dee' },
      { field: 'user', value: 'dee' },
      { field: 'requestUri', value: '/' },
      { object: 'user globex/dee' },
      {},
    ])
      expect(await names(acme.admin, { ...march, ...query })).not.toContain('dee');
  });
});

test('S9 35.14 an organization that takes the name of a deleted one gets none of its records', async () => {
  const fields = { owner: 'admin', name: 'phoenix', displayName: 'Phoenix' };
  const person = { owner: 'phoenix', name: 'chief', password: 'correct-horse', isAdmin: true };
  const records = async () => {
    const chief = await app.signedIn('phoenix', 'chief', person.password);
    const listed = (await chief.get('get-records', { p: 1, pageSize: 100 })).body.data;
    const found = (await chief.post('get-records-filter', { owner: 'phoenix' })).body.data;
    const exported = (await chief.get('export-records', { format: 'jsonl' })).text.includes(former);
    return { chief, names: [...listed, ...found].map(({ name }: { name: string }) => name), exported };
  };
  const former = randomUUID();
  await add(root, 'organization', fields);
  await add(root, 'user', person);
  await write({ owner: 'phoenix', organization: 'phoenix', name: former, createdTime: new Date().toISOString() });
  expect((await records()).names).toContain(former);
  for (const [kind, object] of [
    ['user', person],
    ['organization', fields],
  ] as const)
    expect((await root.post(`delete-${kind}`, object)).body.status).toBe('ok');
  await add(root, 'organization', fields);
  await add(root, 'user', person);
  const { chief, names: seen, exported } = await records();
  expect([seen.length > 0, seen.includes(former), exported]).toEqual([true, false, false]);
  const id = `phoenix/${former}`;
  expect((await chief.get('get-record', { id })).body.data).toBeNull();
  expect((await root.get('get-record', { id })).body.data.name).toBe(former);
});

/** The exports whose connection has ended, as the metrics count them. */
async function exportsEnded(): Promise<number> {
  const text = await app.metrics();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{[^}]*"\/api\/export-records"[^}]*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

describe('the export of records', () => {
  test('is CSV with all fields, for the filters of the list, and runs nothing in a spreadsheet', async () => {
    const user = '=cmd()';
    await write({ user, action: 'login', object: 'a "quoted", text', reason: '+1' });
    const { headers, text } = await acme.admin.get('export-records', { ...march, user });
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toBe('attachment; filename="records.csv"');
    const [titles, line, ...more] = text.split('\r\n');
    expect(titles).toContain('"createdTime","id","organization","user"');
    expect(line).toContain(`"'=cmd()"`);
    expect(line).toContain(`"'+1"`);
    expect(line).toContain('"a ""quoted"", text"');
    expect(more).toEqual(['']);
  });

  test('S16 35.9 ends for a reader who loses their rights, also if they take nothing more', async () => {
    const { table, toRow } = app.store('record');
    const row = { owner: 'acme', organization: 'acme', user: 'long', version: 1, reason: 'x'.repeat(10_000) };
    const createdTime = '2026-05-01T00:00:00.000Z';
    // More than the buffers of both ends of a connection take.
    const rows = Array.from({ length: 4_000 }, () => toRow({ ...row, name: randomUUID(), createdTime }));
    await app.db.batchInsert(table, rows, 200);
    await add(root, 'user', { owner: 'acme', name: 'lea', displayName: 'Lea', password, isAdmin: true });
    const lea = await app.signedIn('acme', 'lea', password);
    const headers = { Cookie: [...lea.cookies].map((each) => each.join('=')).join('; ') };
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      get(`${app.url}/api/export-records?format=jsonl&user=long`, { headers }, resolve).on('error', reject),
    );
    answer.pause();
    const before = await exportsEnded();
    await root.post('update-user', { isAdmin: false }, { query: { id: 'acme/lea' } });
    // The server ends it by itself: nothing is read meanwhile.
    await expect.poll(exportsEnded, { timeout: 20_000 }).toBe(before + 1);
    await expect(answer.resume().toArray()).rejects.toMatchObject({ code: 'ECONNRESET' });
  });

  test('is JSON Lines over any number of batches, each record once, the newest first', async () => {
    const { table, toRow } = app.store('record');
    const rows = Array.from({ length: 2_500 }, (_, index) =>
      toRow({
        ...{ owner: 'acme', organization: 'acme', user: 'many', name: randomUUID(), version: 1 },
        // Several records of one moment stand on both sides of a batch's end.
        createdTime: new Date(Date.UTC(2026, 4, 1) + Math.floor(index / 7) * 1000).toISOString(),
      }),
    );
    await app.db.batchInsert(table, rows, 500);
    const { text } = await acme.admin.get('export-records', { format: 'jsonl', user: 'many' });
    const told = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(new Set(told.map(({ name }) => name)).size).toBe(2_500);
    const times = told.map(({ createdTime }) => createdTime);
    expect(times).toEqual([...times].sort().reverse());
  });

  test('S9 contains no record of another organization, and leaves a record', async () => {
    const { text } = await globex.admin.get('export-records', { format: 'jsonl' });
    const owners = new Set(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line).owner),
    );
    expect([...owners]).toEqual(['globex']);
    expect((await globex.admin.get('export-records', { owner: 'acme' })).body.code).toBe('unauthorized');
    expect((await globex.user.get('export-records')).body.code).toBe('unauthorized');
    const [latest] = (await root.get('get-records', { p: 1, pageSize: 1, action: 'export-records' })).body.data;
    expect(latest).toMatchObject({ owner: 'globex', user: 'adam', object: 'records' });
  });

  test('refuses an unknown format', async () => {
    expect((await acme.admin.get('export-records', { format: 'xml' })).body.code).toBe('invalid');
  });
});
