import { connect } from '@doorwright/api/db/knex.ts';
import { expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { startMailServer } from '../../portal/mail/mail-server.ts';
import { askForCode, createShop, portalSettings } from '../../portal/world/portal-world.ts';

const login = {
  type: 'login',
  application: 'app-built-in',
  organization: 'built-in',
  username: 'admin',
  password: adminPassword,
};
const alice = 'alice@acme.example';

async function shopProcess(databaseUrl: string, mail: Awaited<ReturnType<typeof startMailServer>>) {
  const api = await startProcess(databaseUrl, portalSettings);
  const root = createClient(api.url);
  await root.post('login', login);
  await createShop(root, mail);
  return api;
}

test('an accepted mail arrives once, even if the api is killed before it sends it', async () => {
  const database = await createDatabase();
  const before = await startMailServer();
  await before.stop();
  const api = await shopProcess(database.url, before);
  expect((await askForCode(createClient(api.url), alice, { method: 'login' })).status).toBe('ok');
  const db = connect(database.url, { pool: 1 });
  // If it is killed during a try, another process first waits until it counts as dead.
  await expect.poll(() => db('jobs.job').where('name', 'code-letter').pluck('state')).toEqual(['retry']);
  await api.kill('SIGKILL');
  const mail = await startMailServer({ port: before.port });
  const again = await startProcess(database.url, portalSettings);
  try {
    await expect.poll(() => mail.received.length, { timeout: 50_000 }).toBe(1);
    const unfinished = () => db('jobs.job').where('name', 'code-letter').where('state', '<', 'completed');
    await expect.poll(unfinished).toEqual([]);
    expect(mail.received).toHaveLength(1);
    const signIn = { type: 'login', application: 'shop', username: alice, code: await mail.codeTo(alice) };
    expect((await createClient(again.url).post('login', signIn)).body).toMatchObject({ status: 'ok' });
  } finally {
    await db.destroy();
    await again.kill('SIGTERM');
    await mail.stop();
    await database.drop();
  }
});

test('a stopping api finishes sending its current mail', async () => {
  const database = await createDatabase();
  const isTaking = Promise.withResolvers<void>();
  const mayTake = Promise.withResolvers<void>();
  const mail = await startMailServer({
    until: () => {
      isTaking.resolve();
      return mayTake.promise;
    },
  });
  const api = await shopProcess(database.url, mail);
  await askForCode(createClient(api.url), alice, { method: 'login' });
  await isTaking.promise;
  api.child.kill('SIGTERM');
  await expect.poll(() => api.output()).toContain('Stopping');
  mayTake.resolve();
  await api.ended;
  expect(api.child.exitCode).toBe(0);
  expect(mail.received).toHaveLength(1);
  const db = connect(database.url, { pool: 1 });
  expect(await db('jobs.job').where('name', 'code-letter').pluck('state')).toEqual(['completed']);
  await db.destroy();
  await mail.stop();
  await database.drop();
});
