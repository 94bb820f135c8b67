import { changesSince, deleteOldChanges } from '@doorwright/api/core/objects/history/outbox.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import type { Client } from '../harness/client.ts';
import { add } from '../harness/world.ts';
import { createOperator, type Operator } from './operator.ts';

const day = 86_400_000;
let offset = 0;
let app: TestApp;
let replica: TestApp;
let root: Client;
let operator: Operator;
beforeAll(async () => {
  const now = () => new Date(Date.now() + offset);
  app = await startApp({ now });
  replica = await startApp({ now, databaseUrl: app.databaseUrl });
  root = await app.admin();
  operator = createOperator(app.url);
  const beginning = await position();
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  // Transactions of other tests on this Postgres can delay it, so it does not run within a test.
  await follow(beginning, (all) => all.some((each) => each.name === 'acme'));
});
afterAll(async () => {
  await replica.stop();
  await app.stop();
});

interface Change {
  kind: string;
  owner: string;
  name: string;
  actor: string;
}

const position = async (): Promise<string> => (await operator.get('changes')).body.next;
const idOf = ({ kind, owner, name }: Change) => `${kind} ${owner}/${name}`;

/** Follows the feed until it has seen this number of changes. */
async function follow(since: string, enough: (seen: Change[]) => boolean): Promise<Change[]> {
  const seen: Change[] = [];
  const end = Date.now() + 20_000;
  let next = since;
  while (!enough(seen)) {
    if (Date.now() > end) throw new Error(`only ${seen.length} changes came: ${seen.map(idOf).join(', ')}`);
    const { body } = await operator.get(`changes?since=${next}&wait=2`);
    expect(body.reset).toBe(false);
    seen.push(...body.changes);
    next = body.next;
  }
  return seen;
}

test('the feed has every change of declarable kinds with its author, and no other change', async () => {
  const since = await position();
  await operator.put('organization/admin/fed', { uid: 'u-fed', fields: { displayName: 'Fed' } });
  await add(root, 'role', { owner: 'acme', name: 'nothing-to-declare' });
  await add(root, 'application', { name: 'told', organization: 'acme' });
  await root.post('update-application', { displayName: 'Told' }, { query: { id: 'admin/told' } });
  await root.post('update-organization', { name: 'acme-2' }, { query: { id: 'admin/acme' } });
  await root.post('update-organization', { name: 'acme' }, { query: { id: 'admin/acme-2' } });
  await root.post('delete-application', { owner: 'admin', name: 'told' });
  const seen = await follow(since, (all) => all.length >= 8);
  expect(seen.map((each) => `${idOf(each)} by ${each.actor}`).sort()).toEqual(
    [
      'organization admin/fed by operator/local',
      'application admin/told by built-in/admin',
      'application admin/told by built-in/admin',
      'application admin/told by built-in/admin',
      // The rename of its organization changed it twice.
      'application admin/told by ',
      'application admin/told by ',
      'organization admin/acme-2 by built-in/admin',
      'organization admin/acme by built-in/admin',
    ].sort(),
  );
});

test('a reader that waits longer than the body timeout gets an answer', async () => {
  const since = await position();
  const { status, body } = await operator.get(`changes?since=${since}&wait=4`);
  expect([status, body.changes, body.reset]).toEqual([200, [], false]);
});

test('a waiting reader gets a change within a second', async () => {
  const took: number[] = [];
  for (let i = 0; i < 5; i++) {
    const since = await position();
    const waiting = operator.get(`changes?since=${since}&wait=20`);
    await add(root, 'application', { name: `awaited-${i}`, organization: 'acme' });
    const written = performance.now();
    expect((await waiting).body.changes.map(idOf)).toEqual([`application admin/awaited-${i}`]);
    took.push(performance.now() - written);
  }
  // A transaction of another test may delay one of them, but not all.
  expect(Math.min(...took)).toBeLessThan(1000);
  console.log(`told after ${took.map(Math.round).join(', ')} ms`);
});

test('the feed misses no change of eight writers on two replicas', async () => {
  const since = await position();
  const perWriter = 25;
  const clients = [createOperator(app.url), createOperator(replica.url)];
  const write = async (writer: number) => {
    for (let i = 0; i < perWriter; i++) {
      const name = `burst-${writer}-${i}`;
      const fields = { organization: 'acme' };
      const answer = await clients[writer % 2]?.put(`application/admin/${name}`, { uid: `u-${name}`, fields });
      expect(answer?.body.outcome).toBe('created');
    }
  };
  const reading = follow(since, (all) => new Set(all.map(idOf)).size >= 8 * perWriter);
  await Promise.all(Array.from({ length: 8 }, (_, writer) => write(writer)));
  const names = (await reading).map(({ name }) => name);
  expect(new Set(names).size).toBe(8 * perWriter);
  expect(names).toHaveLength(8 * perWriter);
});

test('the feed does not miss a change whose transaction ends after younger ones', async () => {
  const since = await position();
  const slow = await app.db.transaction();
  // The transaction begins before the others and writes its row before they end.
  await slow.raw(
    `INSERT INTO changes (owner, id, created_time, kind, object_owner, object_name)
     VALUES ('admin', lpad(pg_current_xact_id()::text, 20, '0') || 'slow', now(), 'application', 'admin', 'slow')`,
  );
  await operator.put('application/admin/quick', { uid: 'u-quick', fields: { organization: 'acme' } });
  const early = (await operator.get(`changes?since=${since}`)).body;
  expect(early.changes).toEqual([]);
  await slow.commit();
  const later = await follow(early.next, (all) => all.length >= 2);
  expect(later.map(({ name }) => name).sort()).toEqual(['quick', 'slow']);
});

test('many changes arrive in pages', async () => {
  const since = await position();
  await app.db.raw(
    `INSERT INTO changes (owner, id, created_time, kind, object_owner, object_name)
     SELECT 'admin', lpad(pg_current_xact_id()::text, 20, '0') || lpad(to_hex(n), 32, '0'), now(), 'application', 'admin', 'many-' || n
     FROM generate_series(1, 1200) AS n`,
  );
  const { body } = await operator.get(`changes?since=${since}&wait=20`);
  expect(body.changes).toHaveLength(500);
  const names = (await follow(since, (all) => all.length >= 1200)).map(({ name }) => name);
  expect(new Set(names).size).toBe(1200);
});

test('a position that is too old, missing or of another database is answered with reset', async () => {
  const since = await position();
  const ahead = `${'9'.repeat(20)}.${since.split('.')[1]}`;
  for (const wrong of [ahead, 'nonsense', `${since}'--`])
    expect((await operator.get(`changes?since=${encodeURIComponent(wrong)}`)).body).toMatchObject({
      reset: true,
      changes: [],
    });
  offset = 7 * day + 2000;
  const { body } = await operator.get(`changes?since=${since}`);
  expect(body).toMatchObject({ reset: true, changes: [] });
  expect((await operator.get(`changes?since=${body.next}`)).body.reset).toBe(false);
});

test('changes are deleted only when no reader can need them', async () => {
  offset = 0;
  const since = await position();
  await operator.put('application/admin/late', { uid: 'u-late', fields: { organization: 'acme' } });
  const atLimit = new Date(Date.now() + 7 * day - 60_000);
  await deleteOldChanges(app.db, atLimit);
  const names = async () => (await changesSince(app.db, since, atLimit)).changes.map(({ name }) => name);
  await expect.poll(names, { timeout: 10_000 }).toEqual(['late']);
  await deleteOldChanges(app.db, new Date(Date.now() + 8 * day));
  expect(await app.db('changes').count()).toEqual([{ count: 0 }]);
});
