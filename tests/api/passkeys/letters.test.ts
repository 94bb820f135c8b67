import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { passkeyWorld } from './passkey-world.ts';

const world = passkeyWorld({ DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' });

let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  await add(world.root, 'provider', mailProvider('provider_mail', mail));
  const query = { id: 'admin/shop' };
  await world.root.post('update-application', { providers: [{ name: 'provider_mail' }] }, { query });
});
afterAll(() => mail?.stop());

const lettersTo = (email: string) =>
  mail.received
    .filter(({ to }) => to.includes(email))
    .map(({ text }) => /^Subject: (.*)$/m.exec(text)?.[1]?.trim())
    .toSorted();

test('a letter and a record tell a user that they have a new passkey, and that one is gone', async () => {
  const email = `${crypto.randomUUID()}@acme.example`;
  const { name, browser, key } = await world.aKeeper({ email, signupApplication: 'shop' });
  const titles = () => lettersTo(email);
  await expect.poll(titles, { timeout: 20_000 }).toContain('Your account has a new passkey');
  const admin = await world.signedIn(await world.aUser({ isAdmin: true }));
  expect((await admin.post('delete-passkey', { id: key.id, user: `acme/${name}` })).body.status).toBe('ok');
  await expect.poll(titles, { timeout: 20_000 }).toContain('A passkey of your account was removed');
  expect(await world.records('delete-passkey', name)).toHaveLength(1);
  expect((await browser.get('get-passkeys')).body.data).toEqual([]);
});

test('a letter tells a user that update-user removed a passkey with a shorter list, and only then', async () => {
  const email = `${crypto.randomUUID()}@acme.example`;
  const { name, browser, key } = await world.aKeeper({ email, signupApplication: 'shop' });
  await world.prove(browser, key);
  const { key: second } = await world.register(browser);
  const query = { id: `acme/${name}` };
  const { data } = (await browser.get('get-user', query)).body;
  expect((await browser.post('update-user', { ...data, displayName: 'Ada' }, { query })).body.status).toBe('ok');
  const left = Buffer.from(second.id, 'base64url').toString('base64');
  const kept = data.webauthnCredentials.filter(({ ID }: { ID: string }) => ID === left);
  expect(kept).toHaveLength(1);
  expect((await browser.post('update-user', { webauthnCredentials: kept }, { query })).body.status).toBe('ok');
  await expect
    .poll(() => lettersTo(email), { timeout: 20_000 })
    .toEqual([
      'A passkey of your account was removed',
      'Your account has a new passkey',
      'Your account has a new passkey',
    ]);
  expect((await browser.get('get-passkeys')).body.data).toMatchObject([{ id: second.id }]);
  expect(key.id).not.toBe(second.id);
});
