import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWeComSuite, type Forgery } from './stand-ins/wecom-suite.ts';
import { startTable, type Table } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

let time = Date.now();
const now = () => new Date(time);
const { suite, callbackSecret, postTicket, replay, echo } = createWeComSuite('ww-suite', now);
const fields = { subType: 'Third-party', method: 'Silent', clientSecret2: callbackSecret };
let table: Table;
let callback: string;
beforeAll(async () => {
  time = Date.now();
  table = await startTable(
    [{ type: 'WeCom', variant: 'suite', label: 'WeCom', become: () => undefined, standIn: suite, fields }],
    [],
    now,
  );
  callback = `${table.app.url}/api/wecom-callback?provider=wecom-suite`;
});
afterAll(() => table?.stop());

async function signIn() {
  const browser = browserAt(table.app);
  const back = await visitService(table, browser, { provider: 'wecom-suite' });
  return (await login(browser, 'wecom-suite', back)).body;
}
const stored = async () =>
  (await table.app.db('posted_tickets').first('ticket', 'issued_time')) as Record<string, unknown>;

test('the callback proves itself by its echo, and a forged echo gets nothing', async () => {
  const { said, expected } = await echo(callback);
  expect(said).toBe(expected);
  for (const forgery of [{ token: 'another' }, { key: 'A'.repeat(43) }, { receiver: 'ww-other' }]) {
    const forged = await echo(callback, forgery);
    expect(JSON.parse(forged.said)).toMatchObject({ code: 'sign-in-service-failed' });
    expect(forged.said).not.toContain(forged.expected);
  }
});

test('without a ticket nobody signs in, and with one a member does', async () => {
  expect(await signIn()).toMatchObject({ msg: expect.stringContaining('no suite ticket') });
  expect(await postTicket(callback)).toBe('success');
  expect((await signIn()).data).toBe('acme/lisi');
  expect((await signIn()).data).toBe('acme/lisi');
  const [row] = await Promise.all([stored()]);
  expect(JSON.stringify(row) + table.app.logged.join()).not.toContain(callbackSecret.slice(7));
});

test('somebody without a company is refused', async () => {
  suite.isBroken = true;
  expect(await signIn()).toMatchObject({ msg: expect.stringContaining('not a member of a company') });
  suite.isBroken = false;
});

const forgeries: [string, Forgery][] = [
  ['another token', { token: 'another' }],
  ['another key', { key: 'B'.repeat(43) }],
  ['another receiver', { receiver: 'ww-other' }],
  ['another suite inside', { suiteId: 'ww-other' }],
  ['a changed text', { tampered: (text) => `${text.startsWith('A') ? 'B' : 'A'}${text.slice(1)}` }],
  ['a document type', { body: '<!DOCTYPE xml [<!ENTITY a "b">]><xml><Encrypt>&a;</Encrypt></xml>' }],
  ['no XML', { body: 'hello' }],
  ['no text', { body: '' }],
  ['too much', { body: `<xml><Encrypt>${'A'.repeat(30_000)}</Encrypt></xml>` }],
];

test.each(forgeries)('S45 a message with %s changes nothing', async (_, forgery) => {
  await postTicket(callback);
  const before = await stored();
  time += 60_000;
  expect(JSON.parse(await postTicket(callback, forgery))).toMatchObject({
    status: 'error',
    code: 'sign-in-service-failed',
  });
  expect(await stored()).toEqual(before);
});

test('another event is taken and changes no ticket', async () => {
  await postTicket(callback);
  const before = await stored();
  time += 60_000;
  expect(await postTicket(callback, { infoType: 'change_auth' })).toBe('success');
  expect(await stored()).toEqual(before);
});

test('an old message that somebody sends again replaces no newer ticket, and revives none', async () => {
  await postTicket(callback);
  time += 600_000;
  expect(await replay()).toBe('success');
  expect((await signIn()).data).toBe('acme/lisi');
  time += 1_800_000;
  await replay();
  expect(await signIn()).toMatchObject({ msg: expect.stringContaining('no suite ticket') });
});

test('a provider without a callback, or a missing one, answers alike', async () => {
  for (const name of ['missing', 'provider_captcha_default']) {
    const answer = JSON.parse(await postTicket(callback.replace('wecom-suite', name), { infoType: 'x' }));
    expect(answer.msg).toContain('the message is not from WeCom');
  }
});
