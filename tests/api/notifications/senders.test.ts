import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../harness/world.ts';
import { type MailServer, mailPassword, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { startTwilio, unassigned } from '../../portal/sms/twilio-service.ts';
import { loopback } from '../webhooks/receiver.ts';
import { startChoosyMailServer } from './mail-refusals.ts';
import { ofCode, told } from './world.ts';

const accountSid = `AC${'a1'.repeat(16)}`;
const twilioToken = 'the auth token of Twilio';
let app: TestApp;
let root: Client;
let acme: Tenant;
let globex: Tenant;
let mail: MailServer;
let choosy: Awaited<ReturnType<typeof startChoosyMailServer>>;
let twilio: Awaited<ReturnType<typeof startTwilio>>;
beforeAll(async () => {
  mail = await startMailServer();
  choosy = await startChoosyMailServer();
  twilio = await startTwilio({ accountSid, authToken: twilioToken, apiKey: { sid: '', secret: '' } });
  app = await startApp({ settings: loopback });
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
  globex = await createTenant(app, root, 'globex');
  // Nothing listens there.
  const { port, stop } = await startMailServer();
  await stop();
  const away = { ...mailProvider('away', { port }), audience: 'named', organizations: ['acme'] };
  await add(root, 'provider', away);
  await add(root, 'provider', { ...mailProvider('choosy', choosy), clientId: '', clientSecret: '' });
});
beforeEach(() => app.db('providers').update({ failing_since: null, problem: '' }));
afterAll(async () => {
  await app?.stop();
  await mail?.stop();
  await choosy?.stop();
  twilio?.stop();
});

const send = async (provider: string, to: string) => {
  const letter = { title: 'Hello', content: '<p>Good day</p>', sender: 'Acme', provider };
  return (await root.post('send-email', { ...letter, receivers: [to] })).body;
};
const change = async (name: string, changes: object) => {
  const { data } = (await root.get('get-provider', { id: `admin/${name}` })).body;
  expect((await root.post(`update-provider?id=admin/${name}`, { ...data, ...changes })).body.status).toBe('ok');
};

test('a provider whose server refuses its mails is reported until the server takes one', async () => {
  await add(root, 'provider', { ...mailProvider('letters', mail), displayName: 'Letters', clientSecret: 'wrong' });
  expect((await send('letters', 'ann@example.com')).code).toBe('mail-failed');
  const first = await ofCode(root, 'mailRefused');
  expect(first).toMatchObject({
    ...{ tone: 'danger', params: { name: 'Letters', problem: expect.stringContaining('535') } },
    ...{ subject: { kind: 'provider', owner: 'admin', name: 'letters' }, path: '/providers/letters' },
  });
  expect(Date.now() - Date.parse(first?.since ?? '')).toBeLessThan(60_000);
  // The second failure has the same beginning.
  await send('letters', 'ben@example.com');
  expect((await ofCode(root, 'mailRefused'))?.key).toBe(first?.key);
  await change('letters', { clientSecret: mailPassword });
  expect((await send('letters', 'ann@example.com')).status).toBe('ok');
  expect(await told(root)).toEqual([]);
});

test('a mail that a job sends shows that a server is away, and so does a test of the connection', async () => {
  const { data } = (await root.get('get-application', { id: 'admin/app-acme' })).body;
  await root.post('update-application?id=admin/app-acme', { ...data, providers: [{ name: 'away' }] });
  await app.db('users').where({ owner: 'acme', name: 'alice' }).update({ email: 'alice@acme.example' });
  await root.post('send-password-link', { owner: 'acme', name: 'alice' });
  await expect.poll(() => told(acme.admin)).toEqual(['mailRefused away']);
  await app.db('providers').where({ name: 'away' }).update({ failing_since: null, problem: '' });
  expect(await told(acme.admin)).toEqual([]);
  await root.post('send-email', { receivers: ['TestSmtpServer'], provider: 'away' });
  expect(await told(acme.admin)).toEqual(['mailRefused away']);
});

test('S9 the failure of a provider is reported to an organization if the provider serves no other', async () => {
  await root.post('send-email', { receivers: ['TestSmtpServer'], provider: 'away' });
  expect(await told(acme.admin)).toEqual(['mailRefused away']);
  expect(await told(globex.admin)).toEqual([]);
  await change('away', { audience: 'named', organizations: ['acme', 'globex'] });
  expect(await told(acme.admin)).toEqual([]);
  await change('away', { audience: 'all', organizations: [] });
  expect(await told(acme.admin)).toEqual([]);
  expect(await told(root)).toEqual(['mailRefused away']);
  await change('away', { audience: 'named', organizations: ['acme'] });
});

test('a mailbox that does not exist is no failure of the provider, and a server that relays nothing is one', async () => {
  expect((await send('choosy', 'missing@example.com')).code).toBe('mail-failed');
  expect(await told(root)).toEqual([]);
  expect((await send('choosy', 'elsewhere@example.com')).code).toBe('mail-failed');
  const { params } = (await ofCode(root, 'mailRefused')) ?? {};
  expect(params?.problem).toContain('5.7.1');
});

test('S12 what is kept of a failure names no receiver', async () => {
  expect((await send('choosy', 'elsewhere@example.com')).code).toBe('mail-failed');
  const { problem } = await app.db('providers').where({ name: 'choosy' }).first('problem');
  expect(problem).toContain('Relaying denied');
  expect(problem).not.toContain('example.com');
  expect((await send('choosy', 'ann@example.com')).status).toBe('ok');
  expect(await told(root)).toEqual([]);
});

test('a provider of text messages is reported when its service refuses it, and not for a wrong number', async () => {
  const form = { name: 'texts', category: 'SMS', type: 'Twilio SMS', clientId: accountSid, clientSecret: 'wrong' };
  const words = { content: 'Acme: %s is your code.', endpoint: twilio.url, appId: '+15005550006' };
  await add(root, 'provider', { ...form, ...words });
  const text = async (to = '13800000000') =>
    (
      await root.post(
        'send-sms',
        { content: '4711', receivers: [to], organizationId: 'admin/acme' },
        { query: { provider: 'texts' } },
      )
    ).body;
  expect((await text()).code).toBe('sms-failed');
  expect(await ofCode(root, 'textRefused')).toMatchObject({
    params: { name: 'texts', problem: '20003 Authenticate' },
    path: '/providers/texts',
  });
  await change('texts', { clientSecret: twilioToken });
  expect((await text()).status).toBe('ok');
  expect(await told(root)).toEqual([]);
  const refused = await text(unassigned);
  expect(refused).toMatchObject({ code: 'sms-failed', msg: expect.stringContaining('21211') });
  expect(await told(root)).toEqual([]);
});
