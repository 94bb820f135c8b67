import { createHash, createPrivateKey, X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { SAML } from '@node-saml/node-saml';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { formIn, pageFor } from '../../protocol/saml/world.ts';
import { asPageAsks, careful, exchange } from '../../protocol/world.ts';
import { secrets } from '../keycloak/real-realm.ts';
import { readPlace } from '../keycloak/realm.ts';
import { writeExport } from './keycloak-export.ts';
import { commandFor, countsIn, expectNothingKept, signsIn } from './world.ts';

let app: TestApp;
let command: ReturnType<typeof commandFor>;
let realm: Awaited<ReturnType<typeof writeExport>>;
let said: Awaited<ReturnType<typeof command.run>>;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
  realm = await writeExport(command.folder);
  said = await command.run('import', '--from', realm.path);
}, 120_000);
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

const shop = { application: 'acme-web', organization: 'acme' };

test('everything of a realm is added, and the server leaves nothing out', async () => {
  expect(countsIn(said)).toMatchObject({
    ...{ organization: [1, 0, 0, 0], cert: [1, 0, 0, 0], provider: [3, 0, 0, 0], group: [4, 0, 0, 0] },
    ...{ role: [4, 0, 0, 0], application: [4, 0, 0, 0], user: [3, 0, 0, 0] },
  });
  const { losses } = await readPlace({ type: 'file', path: realm.path });
  const told = said.stderr.split('\n').filter((line) => line.includes('realm "acme"'));
  expect(told).toHaveLength(losses.length);
  const again = await command.run('import', '--from', realm.path);
  for (const [added, , kept, refused] of Object.values(countsIn(again)))
    expect([added, kept, refused]).toEqual([0, 0, 0]);
  expectNothingKept(again);
});

test('a client goes on with its id and secret, and tokens have the old subject', async () => {
  const rp = await client.discovery(new URL(app.url), 'web', undefined, client.ClientSecretPost(secrets.shop), {
    execute: [client.allowInsecureRequests],
  });
  const flow = await careful(rp);
  const person = { organization: 'acme', application: 'acme-web', username: 'otto', password: secrets.password };
  const { status, data, msg } = await signsIn(app.client(), person, asPageAsks(flow.request));
  expect(status, msg).toBe('ok');
  const tokens = await exchange(rp, flow, data);
  expect(tokens.claims()).toMatchObject({ sub: realm.otto.id, aud: 'web' });
});

test('a token of the realm verifies by its old key id', async () => {
  const { publicKey } = new X509Certificate(realm.key.certificate);
  const kid = createHash('sha256')
    .update(publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url');
  const token = await new SignJWT({ sub: realm.otto.id })
    .setProtectedHeader({ alg: 'RS256', kid })
    .sign(createPrivateKey(realm.key.privateKey));
  const keys = createRemoteJWKSet(new URL(`${app.url}/.well-known/jwks`));
  await expect(jwtVerify(token, keys)).resolves.toMatchObject({ payload: { sub: realm.otto.id } });
});

test('a service provider of SAML goes on with the certificate of the realm', async () => {
  const root = await app.admin();
  const { text } = await root.get('saml/metadata', { application: 'admin/acme-wiki.example-saml' });
  const saml = new SAML({
    ...{ callbackUrl: 'https://wiki.example/acs/post', issuer: 'https://wiki.example/saml' },
    ...{ audience: 'https://wiki.example/saml', idpCert: realm.key.certificate },
    entryPoint: `${app.url}/login/saml/authorize/admin/acme-wiki.example-saml`,
    idpIssuer: /entityID="([^"]+)/.exec(text)?.[1] ?? '',
    ...{ wantAuthnResponseSigned: true, wantAssertionsSigned: true },
  });
  const browser = app.client();
  const query = await pageFor(browser, await saml.getAuthorizeUrlAsync('back', undefined, {}));
  const form = { type: 'saml', organization: 'acme', username: 'otto', password: secrets.password };
  const { body } = await browser.post('login', form, { query: { saml: query.saml ?? '' } });
  const { action, SAMLResponse } = formIn(String(body.data2));
  expect(action).toBe('https://wiki.example/acs/post');
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse });
  expect(profile).toMatchObject({
    nameID: 'otto@example.com',
    attributes: { mail: 'otto@example.com', givenName: 'Otto' },
  });
});

test('people sign in with their passwords, one-time codes and recovery codes, and blocked ones do not', async () => {
  const nora = { ...shop, username: 'nora', password: secrets.ofNora };
  const { of } = await readPlace({ type: 'file', path: realm.path });
  const totp = of('user').find(({ fields }) => fields.name === 'nora')?.totp ?? '';
  for (const proof of [
    { factorCode: oneTimeCode(fromBase32(totp), new Date()) },
    { factor: 'recovery', factorCode: secrets.recovery[0] },
  ]) {
    const browser = app.client();
    expect((await signsIn(browser, nora)).code).toBe('factor-required');
    expect((await browser.post('login', { type: 'login', ...shop, ...proof })).body).toMatchObject({ status: 'ok' });
  }
  const others = (username: string, password: string) => signsIn(app.client(), { ...shop, username, password });
  expect((await others('otto', 'wrong')).code).toBe('sign-in-failed');
  expect((await others('blocked', secrets.password)).status).toBe('error');
});

test('groups and roles have their members', async () => {
  const root = await app.admin();
  const { body: cooks } = await root.get('get-group', { id: 'acme/south-cooks' });
  expect(cooks.data.users).toEqual(['acme/nora']);
  // A chef is a cook, and may buy in the shop.
  const { body: roles } = await root.get('get-all-roles', { userId: 'acme/nora' });
  expect(roles.data).toEqual(['chef', 'cook', 'shop_buy', 'shop_sell']);
});

test('people who leave again take their subjects, digests, apps, groups and direct roles along', async () => {
  const folder = join(command.folder, 'out');
  const told = await command.run('export', '--users', 'keycloak', '--organization', 'acme', '--to', folder);
  expect(told.stderr).toContain('recovery codes');
  const proofsOf = ({ of }: Awaited<ReturnType<typeof readPlace>>) =>
    of('user')
      .map(({ fields: { id, name, phone }, digest, totp, groups, roles }) => ({
        id,
        name,
        phone,
        digest,
        totp,
        groups,
        roles,
      }))
      .sort((a, b) => String(a.id).localeCompare(String(b.id)));
  const before = proofsOf(await readPlace({ type: 'file', path: realm.path }));
  expect(proofsOf(await readPlace({ type: 'folder', path: folder }))).toEqual(before);
});
