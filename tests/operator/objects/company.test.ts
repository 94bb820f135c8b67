import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, clusterHookTimeout);
afterAll(() => world?.stop());

const planted = ['github-s3cret-value', 'reader-passw0rd-value'];
const secret = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'default' },
  stringData: { value },
});

const company = [
  a('Syncer', 'people', {
    organizationRef: { name: 'acme' },
    type: 'Database',
    host: 'hr.acme.example',
    passwordSecretRef: { name: 'hr', key: 'value' },
  }),
  a('Application', 'shop', {
    organizationRef: { name: 'acme' },
    certRef: { name: 'signing' },
    providers: [{ providerRef: { name: 'github' } }],
    generate: true,
    redirectUris: ['https://shop.acme.example/callback'],
    connectionSecret: {
      keyAliases: { AUTH_CLIENT: 'OIDC_CLIENT_ID' },
      template: { metadata: { labels: { team: 'shop' } } },
    },
  }),
  a('Provider', 'github', {
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'Iv1.0123456789',
    clientSecretRef: { name: 'github', key: 'value' },
  }),
  a('Cert', 'signing', { cryptoAlgorithm: 'ES256' }),
  a('Organization', 'acme', { displayName: 'Acme', defaultApplicationRef: { name: 'shop' } }),
];
const kindsAndNames = company.map(({ kind, metadata }) => [kind.toLowerCase(), metadata.name] as const);

test('five manifests in reverse order become Ready when their Secrets exist', async () => {
  for (const manifest of company) await world.apply(manifest);
  expect(await world.reason('provider', 'github', 'SecretMissing')).toMatchObject({ status: 'False' });
  expect(await world.reason('application', 'shop', 'NotReady')).toMatchObject({ status: 'False' });
  expect(await world.inApi('application', 'shop')).toBeUndefined();
  await world.apply(secret('github', planted[0] as string), secret('hr', planted[1] as string));
  for (const [kind, name] of kindsAndNames) await world.ready(kind, name);
  expect(await world.inApi('application', 'shop')).toMatchObject({
    organization: 'acme',
    cert: 'signing',
    providers: [{ name: 'github', canSignIn: true }],
  });
});

test('a connection Secret has everything that a pod needs for sign-in', async () => {
  const clientId = (await world.get('application', 'shop')).status?.clientId;
  const found = (await world.secret('shop-oidc')) ?? {};
  const { url } = world.app;
  expect(found).toEqual({
    OIDC_ISSUER_URL: url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: expect.stringMatching(/^[0-9a-f]{64}$/),
    OIDC_DISCOVERY_URL: `${url}/.well-known/openid-configuration`,
    OIDC_AUTHORIZATION_URL: `${url}/login/oauth/authorize`,
    OIDC_TOKEN_URL: `${url}/api/login/oauth/access_token`,
    OIDC_USERINFO_URL: `${url}/api/userinfo`,
    OIDC_JWKS_URL: `${url}/.well-known/jwks`,
    OIDC_END_SESSION_URL: `${url}/api/login/oauth/logout`,
    OIDC_SCOPES: 'openid profile email',
    OIDC_AUDIENCE: clientId,
    OIDC_REDIRECT_URI: 'https://shop.acme.example/callback',
    AUTH_CLIENT: clientId,
    type: 'oidc',
    provider: 'doorwright',
  });
  const { metadata } = JSON.parse(await world.kubectl(['get', 'secret', 'shop-oidc', '-o', 'json']));
  expect(metadata.labels).toEqual({ team: 'shop', 'doorwright.dev/managed': 'true' });
  const owner = { kind: 'Application', name: 'shop', controller: true, blockOwnerDeletion: false };
  expect(metadata.ownerReferences).toMatchObject([owner]);
  const { data } = (await world.admin.get('get-application', { id: 'admin/shop' })).body;
  expect(data).toMatchObject({ clientId, clientSecret: found.OIDC_CLIENT_SECRET });
});

test('a deleted connection Secret is restored with the same credentials', async () => {
  const before = await world.secret('shop-oidc');
  await world.remove('secret', 'shop-oidc');
  await eventually(async () => (await world.secret('shop-oidc')) !== undefined);
  expect(await world.secret('shop-oidc')).toEqual(before);
});

test('a missing Secret removes nothing from the API', async () => {
  await world.remove('secret', 'github');
  await world.reason('provider', 'github', 'SecretMissing');
  const { rows } = await world.app.db.raw("SELECT client_secret FROM providers WHERE name = 'github'");
  expect(rows[0].client_secret).not.toBe('');
  await world.apply(secret('github', planted[0] as string));
  await world.ready('provider', 'github');
});

test('a foreign Secret of the name is not changed, and the application says so', async () => {
  await world.apply(secret('desk-oidc', 'somebody else’s'));
  await world.apply(a('Application', 'desk', { organizationRef: { name: 'acme' }, generate: true }));
  await world.reason('application', 'desk', 'SecretConflict');
  expect(await world.secret('desk-oidc')).toEqual({ value: 'somebody else’s' });
  await world.remove('secret', 'desk-oidc');
  await world.ready('application', 'desk');
});

test('all resources can be deleted in the worst order', async () => {
  const names = [...kindsAndNames].reverse();
  for (const [kind, name] of names) await world.beginRemoval(kind, name);
  await world.beginRemoval('application', 'desk');
  for (const [kind, name] of names) await world.gone(kind, name);
  expect(await world.inApi('application', 'shop')).toBeUndefined();
  expect(await world.inApi('organization', 'acme')).toMatchObject({ origin: null });
});
