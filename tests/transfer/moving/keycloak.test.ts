import { createHash, createPrivateKey, pbkdf2Sync } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { createRemoteJWKSet, jwtVerify, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { actsForItself, appCode, type Person, signsInWithOpenid, signsInWithSaml } from './programs.ts';
import { commandFor, countsIn } from './world.ts';

const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');
const credential = (type: string, secret: unknown, data: unknown) => ({
  ...{ type, secretData: JSON.stringify(secret), credentialData: JSON.stringify(data) },
});

const shop = { clientId: 'shop', secret: 'secret-of-the-shop-1234567890', callback: 'https://shop.example/callback' };
const wiki = { entityId: 'https://wiki.example/saml', acs: 'https://wiki.example/acs' };
const appSecret = 'Kq7zR2mN9pLx4vTb8wYc';
const codes = ['ABCD1234EFGH', 'IJKL5678MNOP'];
const nora = { organization: 'acme', username: 'nora', password: 'password that Keycloak stored' };
const noraWith = (proof: object): Person => ({ ...nora, proof });
const byCode = (code: string) => ({ factor: 'recovery', factorCode: code });

const salt = Buffer.from('salt-of-keycloak');
const users = [
  {
    ...{ id: '6f0d2b1e-1111-4222-8333-444455556666', username: nora.username, enabled: true, emailVerified: true },
    ...{ email: 'nora@example.com', firstName: 'Nora', lastName: 'Helmer', groups: ['/staff'], realmRoles: ['cook'] },
    credentials: [
      credential(
        'password',
        {
          value: pbkdf2Sync(nora.password, salt, 27_500, 64, 'sha256').toString('base64'),
          salt: salt.toString('base64'),
        },
        { hashIterations: 27_500, algorithm: 'pbkdf2-sha256' },
      ),
      credential('otp', { value: appSecret }, { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' }),
      credential(
        'recovery-authn-codes',
        { codes: codes.map((code, at) => ({ number: at + 1, encodedHashedValue: sha512(code) })) },
        { hashIterations: 1, algorithm: 'RS512', totalCodes: 2, remaining: 2 },
      ),
    ],
  },
];

let app: TestApp;
let command: ReturnType<typeof commandFor>;
let pair: Awaited<ReturnType<typeof generateCert>>;
let file: string;
beforeAll(async () => {
  app = await startApp();
  command = commandFor(app.url);
  pair = await generateCert({
    ...{ name: 'acme', owner: 'acme', cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 5, now: new Date() },
  });
  const config = {
    certificate: [bare(pair.certificate)],
    privateKey: [bare(pair.privateKey)],
    kid: ['kid-of-keycloak'],
  };
  const realm = {
    ...{
      realm: 'acme',
      enabled: true,
      displayName: 'Acme',
      groups: [{ name: 'staff' }],
      roles: { realm: [{ name: 'cook' }] },
    },
    components: { 'org.keycloak.keys.KeyProvider': [{ name: 'now', providerId: 'rsa-generated', config }] },
    clients: [
      {
        ...{ clientId: shop.clientId, secret: shop.secret, redirectUris: [shop.callback] },
        ...{ standardFlowEnabled: true, serviceAccountsEnabled: true },
      },
      {
        ...{ clientId: wiki.entityId, name: 'wiki', protocol: 'saml', redirectUris: [wiki.acs] },
        attributes: { 'saml.assertion.signature': 'true', 'saml.server.signature': 'true' },
      },
    ],
    users,
  };
  file = join(command.folder, 'realm.json');
  writeFileSync(file, JSON.stringify(realm));
});
afterAll(async () => {
  command?.stop();
  await app?.stop();
});

test('a realm moves in by one command, and a second run finds it there', async () => {
  const said = await command.run('import', '--from', file);
  expect(said.stderr).toContain('is of keycloak');
  expect(countsIn(said)).toMatchObject({ organization: [1, 0, 0, 0], application: [2, 0, 0, 0], user: [1, 0, 0, 0] });
  const again = await command.run('import', '--from', file);
  for (const [added, , kept, refused] of Object.values(countsIn(again)))
    expect([added, kept, refused]).toEqual([0, 0, 0]);
});

test('openid-client goes on with its id and secret, and a person with their password and the code of their app', async () => {
  const claims = await signsInWithOpenid(app, shop, noraWith(appCode(appSecret)));
  expect(claims).toMatchObject({ sub: users[0]?.id, email: 'nora@example.com', email_verified: true });
});

test('oauth4webapi goes on acting for the application', async () => {
  expect(await actsForItself(app, shop)).toMatchObject({ access_token: expect.any(String) });
  await expect(actsForItself(app, { ...shop, secret: 'another-secret-of-shop' })).rejects.toThrow();
});

test('a service provider of SAML goes on with the certificate that it knows', async () => {
  const root = await app.admin();
  const { data } = (await root.get('get-organization-applications', { organization: 'acme' })).body;
  const { name: application } = (data as { name: string; samlServiceProviders: unknown[] }[]).find(
    ({ samlServiceProviders }) => samlServiceProviders.length > 0,
  ) as { name: string };
  const profile = await signsInWithSaml(
    app,
    { ...wiki, application, certificate: pair.certificate },
    noraWith(byCode('IJKL5678MNOP')),
  );
  expect(profile?.nameID).toEqual(expect.any(String));
});

test('a token that the realm signed is still verified by the published keys', async () => {
  const token = await new SignJWT({ sub: 'nora' })
    .setProtectedHeader({ alg: 'RS256', kid: 'kid-of-keycloak' })
    .sign(createPrivateKey(pair.privateKey));
  const keys = createRemoteJWKSet(new URL(`${app.url}/.well-known/jwks`));
  expect((await jwtVerify(token, keys)).payload.sub).toBe('nora');
});

test('a recovery code of before works once', async () => {
  const attempt = async () => {
    const browser = app.client();
    await browser.post('login', { type: 'login', application: 'acme-shop', ...nora });
    const form = { type: 'login', application: 'acme-shop', organization: 'acme', ...byCode('abcd-1234-efgh') };
    return (await browser.post('login', form)).body;
  };
  expect(await attempt()).toMatchObject({ status: 'ok' });
  expect(await attempt()).toMatchObject({ code: 'code-wrong' });
});
