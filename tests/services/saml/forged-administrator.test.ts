import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { begin, comeBackFrom, type SamlWorld, signInWithSaml, startSaml } from './world.ts';

let world: SamlWorld;
let forged: Client;

/**
 * Grace administers all organizations and is a user of acme. She once linked the service of her company. The company's administrator
 * holds the keys of that service, and signs an assertion that names her.
 */
beforeAll(async () => {
  world = await startSaml();
  const { app, idp, root } = world;
  await add(root, 'user', { owner: 'acme', name: 'grace', displayName: 'Grace', password, isGlobalAdmin: true });
  await add(root, 'organization', { name: 'globex', displayName: 'Globex' });
  idp.user = { nameId: 'G-grace', format: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent', attributes: {} };
  const grace = await app.signedIn('acme', 'grace', password);
  const { address } = await begin(grace, { purpose: 'link' });
  expect((await grace.post('link', { ...(await comeBackFrom(world, address)) })).body.status).toBe('ok');
  const { browser, body } = await signInWithSaml(world);
  expect(body).toMatchObject({ status: 'ok', data: 'acme/grace' });
  forged = browser;
});
afterAll(() => world?.stop());

const grave: Record<string, (client: Client) => Promise<{ body: { status?: string } }>> = {
  'makes a passkey': (client) => client.get('webauthn/signup/begin'),
  'begins a second factor': (client) => client.post('begin-factor'),
  'sets a password without the present one': (client) =>
    client.post('set-password', {
      userOwner: 'acme',
      userName: 'grace',
      oldPassword: '',
      newPassword: 'Owned-by-acme-1',
    }),
  'changes the address for recovery': (client) =>
    client.post('reset-email-or-phone', { type: 'email', dest: 'eve@acme.example', code: '000000' }),
  'links a service of their own': (client) =>
    client.post('begin-provider-request', { application: 'shop', provider: 'other', purpose: 'link' }),
  'makes an application that administers the platform': (client) =>
    client.post('add-application', { name: 'owned', organization: 'built-in', apiAccess: 'administrator' }),
  'makes another global administrator': (client) =>
    client.post('add-user', { owner: 'acme', name: 'eve', displayName: 'Eve', password, isGlobalAdmin: true }),
  'changes another organization': (client) =>
    client.post('update-organization', { displayName: 'Owned' }, { query: { id: 'admin/globex' } }),
  'writes a token for another organization': (client) =>
    client.post('add-token', { application: 'shop', organization: 'globex', user: 'globex/root' }),
};

test.each(Object.entries(grave))("S61 a forged assertion of a company's service never %s", async (_title, ask) => {
  expect((await ask(forged)).body.status).toBe('error');
});

test('S61 nothing of Grace changed, and with her password she has her rights as before', async () => {
  expect(await world.user('grace')).toMatchObject({
    webauthnCredentials: [],
    secondFactors: [],
    email: '',
    github: '',
  });
  const grace = await world.app.signedIn('acme', 'grace', password);
  const { body } = await grace.post(
    'update-organization',
    { displayName: 'Globex' },
    { query: { id: 'admin/globex' } },
  );
  expect(body.status).toBe('ok');
});
