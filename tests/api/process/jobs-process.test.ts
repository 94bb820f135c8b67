import { connect } from '@doorwright/api/db/knex.ts';
import { expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { startProcess } from '../../harness/process.ts';
import { add } from '../../harness/world.ts';
import { startMailServer } from '../../portal/mail/mail-server.ts';
import { askForCode, createShop, portalSettings } from '../../portal/world/portal-world.ts';

const login = {
  type: 'login',
  application: 'app-built-in',
  organization: 'built-in',
  username: 'admin',
  password: adminPassword,
};
const [alice, bob] = ['alice@acme.example', 'bob@acme.example'];

async function shopProcess(databaseUrl: string, mail: Awaited<ReturnType<typeof startMailServer>>) {
  const api = await startProcess(databaseUrl, portalSettings);
  const root = createClient(api.url);
  await root.post('login', login);
  await createShop(root, mail);
  await add(root, 'user', { owner: 'acme', name: 'bob', email: bob });
  return api;
}

test('an accepted mail arrives once, even if the api is killed before it sends it, and a stopping api finishes sending its current mail', async () => {
  const database = await createDatabase();
  const before = await startMailServer();
  await before.stop();
  const api = await shopProcess(database.url, before);
  expect((await askForCode(createClient(api.url), alice, { method: 'login' })).status).toBe('ok');
  const db = connect(database.url, { pool: 1 });
  const states = () => db('jobs.job').where('name', 'code-letter').pluck('state');
  // If it is killed during a try, another process first waits until it counts as dead.
  await expect.poll(states).toEqual(['retry']);
  await api.kill('SIGKILL');
  const isTaking = Promise.withResolvers<void>();
  const mayTake = Promise.withResolvers<void>();
  let holds = false;
  const mail = await startMailServer({
    port: before.port,
    until: async () => {
      if (!holds) return;
      isTaking.resolve();
      await mayTake.promise;
    },
  });
  const again = await startProcess(database.url, portalSettings);
  try {
    await expect.poll(() => mail.received.length, { timeout: 50_000 }).toBe(1);
    await expect.poll(states).toEqual(['completed']);
    expect(mail.received).toHaveLength(1);
    const signIn = { type: 'login', application: 'shop', username: alice, code: await mail.codeTo(alice) };
    expect((await createClient(again.url).post('login', signIn)).body).toMatchObject({ status: 'ok' });

    holds = true;
    expect((await askForCode(createClient(again.url), bob, { method: 'login' })).status).toBe('ok');
    await isTaking.promise;
    again.child.kill('SIGTERM');
    await expect.poll(() => again.output()).toContain('Stopping');
    mayTake.resolve();
    await again.ended;
    expect(again.child.exitCode).toBe(0);
    expect(mail.received).toHaveLength(2);
    expect(await states()).toEqual(['completed', 'completed']);
  } finally {
    await db.destroy();
    await again.kill('SIGKILL');
    await mail.stop();
    await database.drop();
  }
});
