import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';
import { createAuthenticator } from '../passkeys/authenticator.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  ({ app, root, acme } = await startTenants());
  await root.post('update-application', { enableWebAuthn: true }, { query: { id: 'admin/app-acme' } });
});
afterAll(() => app?.stop());

const token = (user: string) => ({
  ...{ owner: 'admin', name: `token-${user}`, organization: 'acme', user, application: 'app-acme' },
  ...{ accessToken: `${user}-${'x'.repeat(40)}`, expiresIn: 3600, scope: 'read', tokenType: 'Bearer' },
});

/** A user of acme who has all that can be taken from them. */
async function holder(name: string, more: object) {
  await add(root, 'user', { owner: 'acme', name, displayName: name, password, github: `github-${name}`, ...more });
  await add(root, 'token', token(name));
  const client = await app.signedIn('acme', name, password);
  const { publicKey } = (await client.get('webauthn/signup/begin')).body as never as { publicKey: never };
  const made = createAuthenticator(app.url).create(publicKey);
  expect((await client.post('webauthn/signup/finish', made)).body.status).toBe('ok');
  const [{ id }] = (await client.get('get-passkeys')).body.data;
  const [{ application }] = await app.db('sessions').where({ owner: 'acme', user: name });
  return { client, passkey: id as string, application: application as string };
}

type Held = Awaited<ReturnType<typeof holder>>;
const named = (name: string) => ({ owner: 'acme', name });
const at = (name: string) => ({ query: { id: `acme/${name}` } });

/** Every call that takes something from a user, or changes it. The last ones end all that a user has. */
const calls: readonly [name: string, call: (as: Client, name: string, held: Held) => ReturnType<Client['post']>][] = [
  ['update-user', (as, name) => as.post('update-user', { displayName: 'Other' }, at(name))],
  [
    'update-user, a shorter list of passkeys',
    (as, name) => as.post('update-user', { webauthnCredentials: [] }, at(name)),
  ],
  ['delete-passkey', (as, name, { passkey }) => as.post('delete-passkey', { id: passkey, user: `acme/${name}` })],
  ['unlink', (as, name) => as.post('unlink', { providerType: 'GitHub', user: named(name) })],
  ['update-token', (as, name) => as.post('update-token', { expiresIn: 1 }, { query: { id: `admin/token-${name}` } })],
  [
    'update-token to another user',
    (as, name) => as.post('update-token', { user: '' }, { query: { id: `admin/token-${name}` } }),
  ],
  ['delete-token', (as, name) => as.post('delete-token', token(name))],
  ['reset-factors', (as, name) => as.post('reset-factors', named(name))],
  [
    'set-password',
    (as, name) => as.post('set-password', { userOwner: 'acme', userName: name, newPassword: 'another-good-one' }),
  ],
  ['send-password-link', (as, name) => as.post('send-password-link', named(name))],
  ['delete-session', (as, name, { application }) => as.post('delete-session', { ...named(name), application })],
  ['delete-user', (as, name) => as.post('delete-user', named(name))],
];
const all = async (name: string) => ({
  user: await app.store('user').find(app.db, 'acme', name),
  passkeys: await app.db('passkeys').where({ owner: 'acme', user: name }),
  tokens: await app.db('tokens').where({ organization: 'acme', user: name }).orderBy('name'),
  sessions: (await app.db('sessions').where({ owner: 'acme', user: name })).map(({ id }) => id),
});

test('S11 35.10 an administrator of an organization takes nothing from a global administrator who belongs to it', async () => {
  const held = await holder('greta', { isGlobalAdmin: true });
  const before = await all('greta');
  expect(Object.values(before).every((part) => !Array.isArray(part) || part.length > 0)).toBe(true);
  for (const as of [acme.admin, acme.application])
    for (const [what, call] of calls) {
      const { body } = await call(as, 'greta', held);
      expect([what, body.status, body.code]).toEqual([what, 'error', 'rights-not-held']);
    }
  expect(await all('greta')).toEqual(before);
  expect((await held.client.get('get-account')).body.status).toBe('ok');
});

test('35.10 an administrator takes all of it from an ordinary user, and a global administrator from another one', async () => {
  for (const [as, name, more] of [
    [acme.admin, 'bea', {}],
    [root, 'gina', { isGlobalAdmin: true }],
  ] as const) {
    const held = await holder(name, more);
    for (const [what, call] of calls) {
      if (what === 'send-password-link' || what === 'update-token to another user') continue;
      // An update that removed the passkey leaves none for the next call.
      if (what.includes('shorter')) continue;
      const { body } = await call(as, name, held);
      expect([name, what, body.status, body.code]).toEqual([name, what, 'ok', undefined]);
      // A new password ends the session that the next call is about.
      if (what === 'set-password') await app.signedIn('acme', name, 'another-good-one');
    }
  }
});
