import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
const open: AbortController[] = [];
beforeAll(async () => {
  ({ app, root, acme, globex } = await startTenants());
});
afterAll(async () => {
  for (const reader of open) reader.abort();
  await app.stop();
});

interface Event {
  id: string;
  event: string;
  data: Record<string, unknown>;
}

const fieldOf = (block: string, name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? '';

/** Reads the stream as a program does, and keeps what it got. */
async function listen({ cookies }: Client, query: Record<string, string> = {}, headers: Record<string, string> = {}) {
  const reader = new AbortController();
  open.push(reader);
  const cookie = [...cookies].map((each) => each.join('=')).join('; ');
  const response = await fetch(`${app.url}/api/events?${new URLSearchParams(query)}`, {
    ...{ headers: { Cookie: cookie, ...headers }, signal: reader.signal },
  });
  const got: Event[] = [];
  const read = async () => {
    let text = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      text += chunk;
      const blocks = text.split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks.filter((each) => each.includes('data: ')))
        got.push({
          ...{ id: fieldOf(block, 'id'), event: fieldOf(block, 'event') },
          data: JSON.parse(fieldOf(block, 'data')),
        });
    }
  };
  // Ends with the reader, or where the server ends it.
  const ended = read().catch(() => undefined);
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    got,
    ended,
    leave: () => reader.abort(),
  };
}

const addRole = async ({ admin }: Tenant, owner: string) => {
  const name = `role-${randomUUID().slice(0, 8)}`;
  await add(admin, 'role', { owner, name });
  return `role ${owner}/${name}`;
};
const objects = (got: readonly Event[]) => got.map(({ data }) => data.object);

describe('the stream of events', () => {
  test('tells what happens, with the record and without secrets', async () => {
    const { status, type, got } = await listen(acme.admin);
    expect([status, type]).toEqual([200, 'text/event-stream; charset=utf-8']);
    const object = await addRole(acme, 'acme');
    await expect.poll(() => objects(got)).toEqual([object]);
    expect(got[0]).toMatchObject({
      event: 'add-role',
      data: { action: 'add-role', organization: 'acme', outcome: 'ok' },
    });
    const { name } = (await acme.admin.get('get-records', { object })).body.data[0];
    expect(got[0]?.data.name).toBe(name);
  });

  test('goes on after the last event that a reader knows, and sends none twice', async () => {
    const first = await listen(acme.admin, { events: 'add-role' });
    const one = await addRole(acme, 'acme');
    await expect.poll(() => objects(first.got)).toEqual([one]);
    first.leave();
    const missed = [await addRole(acme, 'acme'), await addRole(acme, 'acme')];
    const again = await listen(acme.admin, { events: 'add-role' }, { 'Last-Event-ID': first.got[0]?.id ?? '' });
    const later = await addRole(acme, 'acme');
    await expect.poll(() => objects(again.got)).toEqual([...missed, later]);
  });

  test('tells the events and objects that a reader names', async () => {
    const object = await addRole(acme, 'acme');
    const [owner, name = ''] = object.split(' ')[1]?.split('/') ?? [];
    const named = await listen(acme.admin, { object });
    const begun = await listen(acme.admin, { object: 'role acme/*', events: 'delete-role, update-role' });
    await addRole(acme, 'acme');
    await acme.admin.post('update-role', { displayName: 'Other' }, { query: { id: `${owner}/${name}` } });
    await acme.admin.post('delete-role', { owner, name });
    const expected = ['update-role', 'delete-role'];
    await expect.poll(() => named.got.map(({ event }) => event)).toEqual(expected);
    await expect.poll(() => begun.got.map(({ event }) => event)).toEqual(expected);
    expect((await acme.admin.get('events', { events: 'nothing' })).body).toMatchObject({ code: 'invalid' });
  });

  test('tells nothing that happened before, although an older transaction is open', async () => {
    const older = await app.db.transaction();
    await older.raw('SELECT pg_current_xact_id()');
    await addRole(acme, 'acme');
    const { got } = await listen(acme.admin, { events: 'add-role' });
    const object = await addRole(acme, 'acme');
    await older.commit();
    await expect.poll(() => objects(got)).toEqual([object]);
  });

  test('skips no event of a transaction that commits late', async () => {
    const { got } = await listen(acme.admin, { events: 'add-role' });
    const late = await app.db.transaction();
    await late.raw('SELECT pg_current_xact_id()');
    const object = await addRole(acme, 'acme');
    // While the older transaction is open, nothing after it is told.
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(got).toEqual([]);
    const [record] = await app.db('records').where({ object });
    const { id: _id, name: _name, ...copy } = record;
    const changes = JSON.stringify(copy.changes);
    await late('records').insert({ ...copy, changes, name: 'late', object: 'role acme/late' });
    await late.raw(
      `INSERT INTO events (owner, id, created_time, version, event, object, record)
       SELECT 'acme', lpad(pg_current_xact_id()::text, 20, '0') || replace(gen_random_uuid()::text, '-', ''), ?, 1, 'add-role', 'role acme/late', 'late'`,
      [record.created_time],
    );
    await late.commit();
    await expect.poll(() => objects(got)).toEqual(['role acme/late', object]);
  });

  test('says that it cannot go on after an event that is no longer kept', async () => {
    const unknown = `${'0'.repeat(20)}${'a'.repeat(32)}`;
    const { got } = await listen(acme.admin, {}, { 'Last-Event-ID': unknown });
    await expect.poll(() => got.map(({ event }) => event)).toEqual(['reset']);
    const wrong = await listen(acme.admin, {}, { 'Last-Event-ID': 'yesterday' });
    expect(wrong.status).toBe(200);
    expect(wrong.type).toContain('json');
  });
});

describe('S9 the stream of events', () => {
  test('tells administrators nothing of another organization, and global administrators all', async () => {
    const [own, all] = [await listen(globex.admin), await listen(root, { events: 'add-role' })];
    const [of, other] = [await addRole(acme, 'acme'), await addRole(globex, 'globex')];
    await expect.poll(() => objects(own.got)).toEqual([other]);
    await expect.poll(() => objects(all.got)).toEqual([of, other]);
    expect((await globex.admin.get('events', { organization: 'acme' })).body).toMatchObject({ code: 'unauthorized' });
    expect((await acme.user.get('events')).body).toMatchObject({ code: 'unauthorized' });
    expect((await app.anonymous.get('events')).body).toMatchObject({ code: 'sign-in-first' });
  });
});

describe('S16 35.9 the stream ends within five seconds after its reader loses', () => {
  /** An administrator with a stream, and what takes it from them. */
  async function reader(more: object = {}) {
    const name = `admin-${randomUUID().slice(0, 8)}`;
    await add(root, 'user', { owner: 'acme', name, displayName: name, password, isAdmin: true, ...more });
    const client = await app.signedIn('acme', name, password);
    const stream = await listen(client);
    expect(stream.status).toBe(200);
    return { name, client, stream, at: { query: { id: `acme/${name}` } } };
  }
  async function endsSoon({ ended, got }: Awaited<ReturnType<typeof listen>>, from: number) {
    await ended;
    expect(performance.now() - from).toBeLessThan(5000);
    // What happens from then on is not for them.
    return objects(got);
  }

  test('S16 35.9 the rights of an administrator', async () => {
    const { stream, at } = await reader();
    const from = performance.now();
    expect((await root.post('update-user', { isAdmin: false }, at)).body.status).toBe('ok');
    const later = await addRole(acme, 'acme');
    expect(await endsSoon(stream, from)).not.toContain(later);
  });

  test('S16 35.9 the rights over all organizations, though those of one are left', async () => {
    const { stream, at } = await reader({ isGlobalAdmin: true });
    const from = performance.now();
    expect((await root.post('update-user', { isGlobalAdmin: false }, at)).body.status).toBe('ok');
    const later = await addRole(globex, 'globex');
    expect(await endsSoon(stream, from)).not.toContain(later);
  });

  test('S16 35.9 the session or the account', async () => {
    const [signedOut, forbidden] = [await reader(), await reader()];
    const from = performance.now();
    await signedOut.client.post('logout');
    expect((await root.post('update-user', { isForbidden: true }, forbidden.at)).body.status).toBe('ok');
    await endsSoon(signedOut.stream, from);
    await endsSoon(forbidden.stream, from);
  });
});
