import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Authenticator, createAuthenticator } from '../../api/passkeys/authenticator.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { commandFor } from './world.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
});
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

/** Casdoor asked the authenticator for a passkey of `acme/alice`, and stored it in the form of Go's library. */
function passkeyOfCasdoor(): { key: Authenticator; stored: object } {
  const key = createAuthenticator(app.url);
  key.create({ challenge: '', rp: { id: 'localhost' }, user: { id: Buffer.from('acme/alice').toString('base64') } });
  const standard = (text: string) => Buffer.from(text, 'base64url').toString('base64');
  const stored = {
    ...{ ID: standard(key.id), PublicKey: standard(key.publicKey), AttestationType: 'none' },
    Authenticator: { AAGUID: 'AAAAAAAAAAAAAAAAAAAAAA==', SignCount: 3, CloneWarning: false },
  };
  return { key, stored };
}

const cert = 'cert-built-in';
const casdoor = (webauthnCredentials: object[]) => ({
  organizations: [{ owner: 'admin', name: 'acme', displayName: 'Acme', passwordType: 'bcrypt', phonePrefix: '1' }],
  applications: [
    { owner: 'admin', name: 'shop', organization: 'acme', cert, clientId: 'shop-id', enableWebAuthn: true },
  ],
  users: [{ owner: 'acme', name: 'alice', id: 'id-of-alice', displayName: 'Alice', webauthnCredentials }],
});

test('a person signs in with the passkey that they made at Casdoor, with and without their name', async () => {
  const { key, stored } = passkeyOfCasdoor();
  const file = join(command.folder, 'init_data.json');
  writeFileSync(file, JSON.stringify(casdoor([stored])));
  const said = await command.run('import', '--from', file);
  expect(said.stderr).not.toContain('alice');
  let counter = 3;
  for (const named of [{ owner: 'acme', name: 'alice' }, {}]) {
    const browser = app.client();
    const { body } = await browser.get('webauthn/signin/begin', { application: 'shop', ...named });
    const { publicKey } = body as unknown as { publicKey: Parameters<Authenticator['get']>[0] };
    const credential = JSON.stringify(key.get(publicKey, { counter: ++counter }));
    const form = { type: 'login', application: 'shop', organization: 'acme', credential };
    expect((await browser.post('login', form)).body).toMatchObject({ status: 'ok', data: 'acme/alice' });
    expect((await browser.get('get-account')).body).toMatchObject({ name: 'alice' });
  }
  expect(await command.run('import', '--from', file)).toMatchObject({ stderr: expect.not.stringContaining('alice') });
});
