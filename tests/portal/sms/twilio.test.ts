import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant } from '../../harness/world.ts';
import { startTwilio } from './twilio-service.ts';

const accountSid = `AC${'a1'.repeat(16)}`;
const authToken = 'the auth token of Twilio';
const apiKey = { sid: `SK${'b2'.repeat(16)}`, secret: 'the secret of the API key' };
const messagingService = `MG${'c3'.repeat(16)}`;
let twilio: Awaited<ReturnType<typeof startTwilio>>;
let app: TestApp;
let root: Client;
beforeAll(async () => {
  twilio = await startTwilio({ accountSid, authToken, apiKey }, [messagingService]);
  app = await startApp({ settings: { DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' } });
  root = await app.admin();
  await createTenant(app, root, 'acme');
});
afterAll(async () => {
  await app?.stop();
  twilio?.stop();
});

/** Sends a code through a Twilio provider with these fields. */
async function send(changes: Record<string, string> = {}) {
  const name = `twilio-${randomUUID()}`;
  await add(root, 'provider', {
    ...{ name, category: 'SMS', type: 'Twilio SMS', clientId: accountSid, clientSecret: authToken },
    ...{ appId: '+15005550006', content: 'Acme: %s is your code. Use %s soon.', endpoint: twilio.url },
    ...changes,
  });
  const number = `138${String(randomInt(1e8)).padStart(8, '0')}`;
  const form = { content: '4711', receivers: [number], organizationId: 'admin/acme' };
  const { body, text } = await root.post('send-sms', form, { query: { provider: name } });
  return { number, body, text, sent: twilio.sent.find(({ To }) => To === `+86${number}`) };
}

test('Twilio sends the text of the provider with the code, from a number', async () => {
  const { number, body, sent } = await send();
  expect(body.status).toBe('ok');
  expect(sent).toEqual({ To: `+86${number}`, From: '+15005550006', Body: 'Acme: 4711 is your code. Use 4711 soon.' });
});

test('Twilio sends through a messaging service, and takes an API key', async () => {
  const key = { clientId2: apiKey.sid, clientSecret: apiKey.secret };
  const { body, sent } = await send({ ...key, appId: messagingService });
  expect(body.status).toBe('ok');
  expect(sent).toMatchObject({ MessagingServiceSid: messagingService });
  expect(sent).not.toHaveProperty('From');
});

test.each([
  ['a wrong token', { clientSecret: 'another token' }, '20003 Authenticate'],
  [
    'an account that is not ours',
    { clientId: `AC${'0'.repeat(32)}`, clientId2: apiKey.sid, clientSecret: apiKey.secret },
    '20404',
  ],
  ['a sender that Twilio does not know', { appId: '+0' }, '21212'],
  [
    'an account that looks like a path',
    { clientId: '../..', clientId2: apiKey.sid, clientSecret: apiKey.secret },
    '20404',
  ],
])('the refusal of %s has the code of Twilio, and no secret', async (_, changes, problem) => {
  const { body, text, sent } = await send(changes);
  expect(body).toMatchObject({ code: 'sms-failed', msg: expect.stringContaining(problem) });
  expect(text + app.logged.join()).not.toMatch(/another token|the auth token|secret of the API key|4711/);
  expect(sent).toBeUndefined();
});

test('a provider without a sender or a text sends nothing', async () => {
  expect((await send({ appId: '' })).body).toMatchObject({
    code: 'missing-parameter',
    msg: expect.stringContaining('appId'),
  });
  expect((await send({ content: '' })).body).toMatchObject({ code: 'missing-parameter' });
});

test('S12 another address needs the auth token again', async () => {
  await add(root, 'provider', {
    ...{ name: 'twilio-moved', category: 'SMS', type: 'Twilio SMS', clientId: accountSid, clientSecret: authToken },
    ...{ appId: '+15005550006', content: '%s', endpoint: twilio.url },
  });
  const moved = { endpoint: 'https://evil.example', clientSecret: '***' };
  const { body } = await root.post('update-provider', moved, { query: { id: 'admin/twilio-moved' } });
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field: 'clientSecret' }] });
});
