import { createHash, X509Certificate } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { expect, test } from 'vitest';
import { problemsOf, readRealm } from './realm.ts';

const newPair = (cryptoAlgorithm: 'RS256' | 'ES256') =>
  generateCert({ name: 'acme', owner: 'acme', cryptoAlgorithm, bitSize: 2048, expireInYears: 1, now: new Date() });
const bare = (pem: string) => pem.replaceAll(/-----[A-Z ]+-----|\s/g, '');
const kidOf = (pem: string) =>
  createHash('sha256')
    .update(new X509Certificate(pem).publicKey.export({ format: 'der', type: 'spki' }))
    .digest('base64url');

test('a realm is an organization with its names, its rules and what has no counterpart', async () => {
  const found = await readRealm({
    ...{ displayName: 'Acme', internationalizationEnabled: true, defaultLocale: 'de' },
    passwordPolicy: 'length(12) and passwordHistory(3) and digits(1) and hashAlgorithm(argon2)',
    ...{
      ssoSessionIdleTimeout: 1800,
      ssoSessionMaxLifespan: 36_000,
      accessTokenLifespan: 300,
      bruteForceProtected: true,
    },
    components: { 'org.keycloak.storage.UserStorageProvider': [{ name: 'corp', providerId: 'ldap' }] },
    authenticationFlows: [{ alias: 'browser', builtIn: true }, { alias: 'browser with SMS' }],
    clientScopes: [{ name: 'email' }, { name: 'billing' }],
  });
  expect(found.fields('organization')).toEqual({
    ...{ owner: 'admin', name: 'acme', displayName: 'Acme', passwordType: 'argon2id', language: 'de', phonePrefix: '' },
    ...{ passwordLength: 12, passwordHistory: 3, sessionIdleMinutes: 30, sessionHours: 10 },
  });
  expect(found.lost('realm "acme"')).toEqual([
    ...['password policy digits(1)', 'user federation "corp"', 'access tokens of 300 seconds'],
    ...['authentication flows "browser with SMS"', 'settings against guessing', 'client scopes "billing"'],
  ]);
});

test('the keys of a realm go on verifying under their own ids, and the active one signs SAML', async () => {
  const [active, passive, curve] = [await newPair('RS256'), await newPair('RS256'), await newPair('ES256')];
  const component = (name: string, providerId: string, config: Record<string, string>) => ({
    ...{ name, providerId, config: Object.fromEntries(Object.entries(config).map(([key, value]) => [key, [value]])) },
  });
  const pair = ({ certificate, privateKey }: typeof active) => ({
    ...{ certificate: bare(certificate), privateKey: bare(privateKey) },
  });
  const found = await readRealm({
    components: {
      'org.keycloak.keys.KeyProvider': [
        component('old', 'rsa', { ...pair(passive), active: 'false', kid: 'kid of the old one' }),
        component('now', 'rsa-generated', { ...pair(active), priority: '100' }),
        component('curve', 'ecdsa-generated', { ecdsaPrivateKey: bare(curve.privateKey) }),
        component('gone', 'rsa', { ...pair(passive), enabled: 'false' }),
        component('box', 'rsa-enc-generated', pair(passive)),
        component('cookies', 'hmac-generated', { secret: 'x' }),
        component('file', 'java-keystore', { keystore: '/keys.jks' }),
      ],
    },
  });
  const [cert] = found.of('cert');
  expect(cert?.fields).toMatchObject({ owner: 'admin', name: 'cert-acme', cryptoAlgorithm: 'RS256' });
  expect(cert?.formerKeys).toEqual([
    { kid: kidOf(active.certificate), cryptoAlgorithm: 'RS256', certificate: active.certificate.trim() },
    { kid: 'kid of the old one', cryptoAlgorithm: 'RS256', certificate: passive.certificate.trim() },
  ]);
  expect(found.of('organization')[0]?.samlKey).toEqual({
    certificate: active.certificate.trim(),
    privateKey: active.privateKey.trim(),
  });
  expect(found.lost('keys "acme"')).toEqual([
    ...['key "curve"', 'key "file"', 'keys that encrypt, and those of cookies and codes'],
  ]);
});

test('a mail server is a provider of the organization alone, and a hidden password is told', async () => {
  const server = { host: 'mail.example', port: '587', starttls: 'true', auth: 'true', user: 'post@acme.example' };
  const found = await readRealm({ smtpServer: { ...server, from: 'post@acme.example', password: 'secret of mail' } });
  expect(found.fields('provider')).toMatchObject({
    ...{ name: 'acme-mail', category: 'Email', type: 'Default', host: 'mail.example', port: 587, requireTls: true },
    ...{ clientId: 'post@acme.example', clientSecret: 'secret of mail', audience: 'named', organizations: ['acme'] },
  });
  const hidden = await readRealm({ smtpServer: { ...server, password: '**********' } });
  expect(hidden.fields('provider').clientSecret).toBe('');
  expect(hidden.lost('"mail.example"')).toEqual(['password']);
});

test('identity providers come with their secrets, and those without a type are told', async () => {
  const config = { clientId: 'c', clientSecret: 's' };
  const found = await readRealm({
    identityProviders: [
      { alias: 'google', providerId: 'google', config },
      {
        alias: 'corp',
        displayName: 'Corporation',
        providerId: 'oidc',
        config: { ...config, issuer: 'https://corp.example', defaultScope: 'email' },
      },
      {
        ...{ alias: 'adfs', providerId: 'saml' },
        config: {
          singleSignOnServiceUrl: 'https://adfs.example/sso',
          idpEntityId: 'https://adfs.example',
          signingCertificate: 'MII',
        },
      },
      { alias: 'bird', providerId: 'twitter', config },
      { alias: 'bare', providerId: 'oidc', config },
    ],
    identityProviderMappers: [
      {
        ...{ name: 'mail', identityProviderAlias: 'corp', identityProviderMapper: 'oidc-user-attribute-idp-mapper' },
        config: { claim: 'upn', 'user.attribute': 'email' },
      },
      {
        name: 'all are staff',
        identityProviderAlias: 'corp',
        identityProviderMapper: 'oidc-hardcoded-role-idp-mapper',
      },
    ],
  });
  expect(found.fields('provider', '"google"')).toMatchObject({
    name: 'acme-google',
    type: 'Google',
    clientSecret: 's',
  });
  expect(found.fields('provider', '"corp"')).toMatchObject({
    ...{
      displayName: 'Corporation',
      type: 'OpenID Connect',
      issuerUrl: 'https://corp.example',
      customScope: 'openid email',
    },
    userMapping: [{ field: 'email', claim: 'upn' }],
  });
  expect(found.fields('provider', '"adfs"')).toMatchObject({
    ...{
      category: 'SAML',
      type: 'SAML',
      endpoint: 'https://adfs.example/sso',
      issuerUrl: 'https://adfs.example',
      idP: 'MII',
    },
  });
  expect(found.lost('"corp"')).toEqual(['mappers all are staff']);
  expect([...found.lost('"bird"'), ...found.lost('"bare"')]).toEqual([
    ...['the whole provider, of type twitter', 'the whole provider, of type oidc'],
  ]);
});

test('groups with one name in two places get their paths, and a role of a group and a composite role keep their meaning', async () => {
  const found = await readRealm({
    groups: [
      { name: 'north', subGroups: [{ name: 'cooks', realmRoles: ['cook'] }] },
      { name: 'south', attributes: { floor: ['2'] }, subGroups: [{ name: 'cooks' }] },
    ],
    roles: {
      realm: [
        { name: 'cook' },
        { name: 'chef', composites: { realm: ['cook'], client: { shop: ['buy'] } } },
        { name: 'default-roles-acme', composites: { realm: ['offline_access', 'guest'] } },
        ...[{ name: 'guest' }, { name: 'offline_access' }],
      ],
      client: { shop: [{ name: 'buy' }], 'realm-management': [{ name: 'realm-admin' }] },
    },
    users: [
      {
        ...{ username: 'nora', groups: ['/south/cooks'], realmRoles: ['default-roles-acme'] },
        clientRoles: { shop: ['buy'], 'realm-management': ['realm-admin'] },
      },
    ],
  });
  expect(found.of('group').map(({ fields }) => [fields.name, fields.parentId, fields.displayName])).toEqual([
    ...[
      ['north', undefined, 'north'],
      ['north-cooks', 'north', 'cooks'],
    ],
    ...[
      ['south', undefined, 'south'],
      ['south-cooks', 'south', 'cooks'],
    ],
  ]);
  expect(found.of('role').map(({ fields }) => [fields.name, fields.roles, fields.groups])).toEqual([
    ['chef', [], []],
    ['cook', ['acme/chef'], ['acme/north-cooks']],
    ['guest', [], []],
    ['shop_buy', ['acme/chef'], []],
  ]);
  expect(found.of('user')[0]).toMatchObject({ groups: ['south-cooks'], roles: ['guest', 'shop_buy'] });
  expect(found.lost('user "nora"')).toEqual(['roles realm-admin of realm-management']);
  expect(found.lost('group "/south"')).toEqual(['attributes floor']);
  expect(found.lost('realm "acme"')).toContain('roles of groups and of composite roles in tokens');
});

test('every object has the form that the server takes', async () => {
  const found = await readRealm({
    smtpServer: { host: 'mail.example' },
    groups: [{ name: 'staff' }],
    roles: { realm: [{ name: 'cook' }] },
    clients: [{ clientId: 'shop', secret: 's'.repeat(32) }, { clientId: 'account' }],
    identityProviders: [{ alias: 'google', providerId: 'google' }],
    users: [{ username: 'nora' }],
  });
  expect(found.objects.map(({ kind }) => kind)).toEqual([
    ...['organization', 'cert', 'provider', 'provider', 'group', 'role', 'application', 'user'],
  ]);
  expect(found.objects.flatMap(problemsOf)).toEqual([]);
});
