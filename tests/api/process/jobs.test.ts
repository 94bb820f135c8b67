import { jobKinds } from '@doorwright/api/background/job-kinds.ts';
import { upkeep } from '@doorwright/api/background/upkeep.ts';
import { createBoss } from '@doorwright/api/core/jobs/boss.ts';
import { enqueue } from '@doorwright/api/core/jobs/enqueue.ts';
import { linesOf } from '@doorwright/api/core/jobs/policy.ts';
import { createLog } from '@doorwright/api/process/observe/log.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailPassword, startMailServer } from '../../portal/mail/mail-server.ts';
import { askForCode, createShop, from, portalSettings } from '../../portal/world/portal-world.ts';

let time = Date.now();
let mail: MailServer;
let app: TestApp;
let replica: TestApp;

beforeAll(async () => {
  const now = () => new Date(time);
  mail = await startMailServer();
  app = await startApp({ settings: portalSettings, now });
  replica = await startApp({ settings: portalSettings, now, databaseUrl: app.databaseUrl });
  await createShop(await app.admin(), mail);
});
afterAll(async () => {
  await replica.stop();
  await app.stop();
  await mail.stop();
});

let people = 0;
/** A new user of the shop, by their address. */
async function aUser(): Promise<string> {
  const name = `person-${Date.now()}-${++people}`;
  await add(await app.admin(), 'user', { owner: 'acme', name, password, email: `${name}@acme.example` });
  return `${name}@acme.example`;
}
const lettersTo = (address: string) => mail.received.filter(({ to }) => to.includes(address));
const unfinished = () => app.db('jobs.job').where('name', 'code-letter').where('state', '<', 'completed');
const figures = () => app.metrics();

test('two replicas send many mails, and each arrives once', async () => {
  const addresses = await Promise.all(Array.from({ length: 12 }, aUser));
  await Promise.all(
    addresses.map((address, i) => askForCode(from(i % 2 ? app : replica), address, { method: 'login' })),
  );
  await expect.poll(() => addresses.map((address) => lettersTo(address).length)).toEqual(addresses.map(() => 1));
  await expect.poll(unfinished).toEqual([]);
  expect(addresses.map((address) => lettersTo(address).length)).toEqual(addresses.map(() => 1));
});

test('a mail waits visibly while the mail server is away, and then arrives; its code is nowhere in the database', async () => {
  const address = await aUser();
  await mail.stop();
  expect((await askForCode(from(app), address, { method: 'login' })).status).toBe('ok');
  await expect.poll(figures).toMatch(/doorwright_jobs\{kind="code-letter",state="retry"\} 1/);
  mail = await startMailServer({ port: mail.port });
  await expect.poll(() => lettersTo(address).length, { timeout: 30_000 }).toBe(1);
  const code = await mail.codeTo(address);
  await expect.poll(unfinished).toEqual([]);
  expect(JSON.stringify(await app.db('jobs.job').where('name', 'code-letter'))).not.toContain(`"${code}"`);
  const login = { type: 'login', application: 'shop', username: address, code };
  expect((await from(app).post('login', login)).body).toMatchObject({ status: 'ok' });
});

test('a mail that can never be sent is visible as dead, and the log has the reason', async () => {
  const address = await aUser();
  await app.db('providers').where({ name: 'provider_mail' }).update({ port: 1 });
  await askForCode(from(app), address, { method: 'login' });
  await expect.poll(unfinished).toHaveLength(1);
  const list = async (providers: object[]) =>
    (await app.admin()).post('update-application', { providers }, { query: { id: 'admin/shop' } });
  await list([]);
  await app.db('verification_codes').where({ destination: address }).update({ provider: 'gone' });
  await expect.poll(figures, { timeout: 30_000 }).toMatch(/doorwright_jobs\{kind="code-letter",state="dead"\} 1/);
  await list([{ name: 'provider_mail' }]);
  await app.db('providers').where({ name: 'provider_mail' }).update({ port: mail.port });
  const logged = [...app.logged, ...replica.logged].find((line) => line.includes('A job has failed for good'));
  expect(JSON.parse(String(logged))).toMatchObject({ job: 'code-letter', reason: expect.stringContaining('gone') });
  expect(await app.db('jobs.job').where('name', 'dead').select('source_output')).toEqual([
    { source_output: { reason: expect.stringContaining('gone') } },
  ]);
});

test('17.6 a waiting mail is not sent if its provider is for other organizations by then', async () => {
  const address = await aUser();
  await app.db('providers').where({ name: 'provider_mail' }).update({ port: 1 });
  await askForCode(from(app), address, { method: 'login' });
  await expect.poll(unfinished).toHaveLength(1);
  const change = async (fields: object) =>
    (await app.admin()).post('update-provider', fields, { query: { id: 'admin/provider_mail' } });
  await change({ audience: 'named', organizations: [], port: mail.port, clientSecret: mailPassword });
  await expect.poll(figures, { timeout: 30_000 }).toMatch(/doorwright_jobs\{kind="code-letter",state="dead"\} 2/);
  expect(lettersTo(address)).toEqual([]);
  await change({ audience: 'all' });
});

test('expired rows are deleted', async () => {
  const address = await aUser();
  await askForCode(from(app), address, { method: 'login' });
  const codes = () => app.db('verification_codes').where({ destination: address }).pluck('id');
  expect(await codes()).toHaveLength(1);
  time += 2 * 3_600_000;
  await enqueue(app.db, upkeep, {});
  await expect.poll(codes).toEqual([]);
});

test('a job of a failed transaction never runs', async () => {
  const ids = () => app.db('jobs.job').where('name', 'upkeep').orderBy('id').pluck('id');
  const before = await ids();
  const undone = app.db.transaction(async (sql) => {
    await enqueue(sql, upkeep, {});
    throw new Error('undone');
  });
  await expect(undone).rejects.toThrow('undone');
  expect(await ids()).toEqual(before);
});

test('no outside party holds more than half of the workers of its kind', () => {
  const held = jobKinds.flatMap((kind) => (kind.groupOf ? [[kind.name, linesOf(kind) / kind.atOnce]] : []));
  expect(held.length).toBeGreaterThan(5);
  expect(held.filter(([, share]) => Number(share) > 0.5)).toEqual([]);
});

test('the tables of the queue are those of the library', async () => {
  const boss = createBoss({ db: app.db, log: createLog({ LOG_LEVEL: 'silent' }) });
  const { ok, ...found } = await boss.detectSchemaDrift();
  expect(found, JSON.stringify(found)).toMatchObject({ missingTables: [], missing: [], mismatched: [] });
  expect(ok).toBe(true);
});
