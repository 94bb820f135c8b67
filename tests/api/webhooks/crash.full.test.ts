import { connect, type Db } from '@doorwright/api/db/knex.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { loopback, type Receiver, startReceiver } from './receiver.ts';

const events = 2_000;
let database: Awaited<ReturnType<typeof createDatabase>>;
let db: Db;
let receiver: Receiver;

beforeAll(async () => {
  database = await createDatabase();
  db = connect(database.url, { pool: 1 });
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.stop();
  await db.destroy();
  await database.drop();
});

test('killing the api during a burst of events loses none of them, and ids show repetitions', async () => {
  const api = await startProcess(database.url, loopback);
  const root = createClient(api.url);
  await root.post('login', {
    ...{ type: 'login', application: 'app-built-in', organization: 'built-in' },
    ...{ username: 'admin', password: adminPassword },
  });
  const hook = { owner: 'admin', organization: 'built-in', url: receiver.url, events: ['add-role'] };
  expect((await root.post('add-webhook', { ...hook, name: 'hook' })).body.status).toBe('ok');

  let sent = 0;
  const write = async () => {
    while (sent < events) {
      await root.post('add-role', { owner: 'built-in', name: `role-${sent++}` });
      // Most deliveries wait or are under way now.
      if (sent === events) api.child.kill('SIGKILL');
    }
  };
  await Promise.allSettled(Array.from({ length: 16 }, write));
  await api.kill('SIGKILL');
  const stored = (await db('roles').where({ owner: 'built-in' }).pluck('name')) as string[];
  const made = (await db('webhook_deliveries').pluck('id')) as string[];
  expect(made.length).toBe(stored.length);
  expect(stored.length).toBeGreaterThan(events - 17);
  expect(await db('webhook_deliveries').where({ state: 'waiting' })).not.toEqual([]);

  const again = await startProcess(database.url, loopback);
  try {
    // Deliveries that were under way wait until their lease ends.
    const arrived = () => new Set(receiver.taken.map(({ id }) => id));
    await expect.poll(() => made.filter((id) => !arrived().has(id)), { timeout: 200_000 }).toEqual([]);
    await expect.poll(() => arrived().size).toBe(stored.length);
    const objects = new Set(receiver.taken.map(({ id, body }) => `${id} ${body.object}`));
    expect(objects.size).toBe(stored.length);
  } finally {
    await again.kill('SIGTERM');
  }
}, 300_000);
