import { createHash } from 'node:crypto';
import { hash } from '@node-rs/argon2';
import { tokenOf } from '../../bench/keycloak/realm.ts';
import type { Keycloak } from '../../harness/keycloak/distribution.ts';

export const people = 10_000;
const peopleAtOnce = 1000;

export const secrets = {
  shop: 'secret-of-the-shop-1234567890',
  mail: 'secret-of-the-mail-server',
  google: 'secret-of-google',
  password: 'password of the many',
  ofNora: 'password 1 that Keycloak stored',
  totp: 'Kq7zR2mN9pLx4vTb8wYc',
  recovery: ['ABCD1234EFGH', 'IJKL5678MNOP'],
};

const property = (name: string, attribute: string) => ({
  ...{ name, protocol: 'saml', protocolMapper: 'saml-user-property-mapper' },
  config: { 'user.attribute': attribute, 'attribute.name': name, 'attribute.nameformat': 'Basic' },
});

/** A realm with everything that has a counterpart. */
export const realm = {
  ...{ realm: 'acme', displayName: 'Acme', enabled: true, registrationAllowed: true, rememberMe: true },
  ...{ passwordPolicy: 'length(12) and hashAlgorithm(argon2) and digits(1)', internationalizationEnabled: true },
  ...{ supportedLocales: ['de', 'en'], defaultLocale: 'de', accessTokenLifespan: 600 },
  smtpServer: {
    ...{ host: 'mail.example', port: '587', starttls: 'true', auth: 'true', from: 'post@acme.example' },
    ...{ user: 'post@acme.example', password: secrets.mail },
  },
  groups: [
    { name: 'north', attributes: { floor: ['1'] }, subGroups: [{ name: 'cooks', realmRoles: ['cook'] }] },
    { name: 'south', subGroups: [{ name: 'cooks' }] },
  ],
  roles: {
    realm: [
      { name: 'cook', description: 'Cooks for others.' },
      { name: 'chef', composite: true, composites: { realm: ['cook'], client: { shop: ['buy'] } } },
    ],
    client: { shop: [{ name: 'buy' }, { name: 'sell', attributes: { limit: ['9'] } }] },
  },
  clients: [
    {
      ...{
        clientId: 'shop',
        name: 'Shop',
        secret: secrets.shop,
        rootUrl: 'https://shop.example',
        consentRequired: true,
      },
      ...{ redirectUris: ['/callback', 'https://any.example/*'], serviceAccountsEnabled: true },
      ...{ directAccessGrantsEnabled: true, authorizationServicesEnabled: true },
      attributes: { 'pkce.code.challenge.method': 'S256', 'backchannel.logout.url': 'https://shop.example/out' },
    },
    { clientId: 'web', secret: secrets.shop, redirectUris: ['https://app.example/callback'] },
    { clientId: 'phone', publicClient: true, redirectUris: ['com.example.app:/callback'] },
    {
      ...{ clientId: 'https://wiki.example/saml', protocol: 'saml', redirectUris: ['https://wiki.example/acs'] },
      attributes: {
        ...{ saml_name_id_format: 'email', 'saml.assertion.signature': 'true', 'saml.server.signature': 'true' },
        saml_assertion_consumer_url_post: 'https://wiki.example/acs/post',
        saml_single_logout_service_url_post: 'https://wiki.example/out',
      },
      protocolMappers: [property('mail', 'email'), property('givenName', 'firstName')],
    },
  ],
  identityProviders: [
    { alias: 'google', providerId: 'google', enabled: true, config: { clientId: 'g', clientSecret: secrets.google } },
    {
      ...{ alias: 'corp', providerId: 'oidc', enabled: true, linkOnly: true },
      config: {
        ...{
          issuer: 'https://corp.example',
          authorizationUrl: 'https://corp.example/auth',
          clientId: 'c',
          clientSecret: 's',
        },
        ...{ tokenUrl: 'https://corp.example/token', defaultScope: 'openid email' },
      },
    },
  ],
  identityProviderMappers: [
    {
      ...{ name: 'mail', identityProviderAlias: 'corp', identityProviderMapper: 'oidc-user-attribute-idp-mapper' },
      config: { claim: 'upn', 'user.attribute': 'email', syncMode: 'INHERIT' },
    },
  ],
};

const credential = (type: string, secretData: unknown, credentialData: unknown, own = {}) => ({
  ...{ type, secretData: JSON.stringify(secretData), credentialData: JSON.stringify(credentialData), ...own },
});

const sha512 = (text: string) => createHash('sha512').update(text).digest('base64');

/** A password as Keycloak stores it. */
export async function storedPassword(text: string) {
  const [, , , , salt = '', value = ''] = (await hash(text, { memoryCost: 7168, timeCost: 5, parallelism: 1 })).split(
    '$',
  );
  const padded = (text: string) => Buffer.from(text, 'base64').toString('base64');
  const parameters = { hashLength: ['32'], memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] };
  return credential(
    'password',
    { value: padded(value), salt: padded(salt), additionalParameters: {} },
    { hashIterations: 5, algorithm: 'argon2', additionalParameters: parameters },
  );
}

export const nora = {
  ...{
    username: 'nora',
    email: 'nora@example.com',
    emailVerified: true,
    firstName: 'Nora',
    lastName: 'Helmer',
    enabled: true,
  },
  createdTimestamp: 1_700_000_000_000,
  attributes: { phoneNumber: ['+49 170 1234567'], locale: ['de'], hats: ['red', 'blue'] },
  ...{ groups: ['/south/cooks'], realmRoles: ['chef'], clientRoles: { shop: ['sell'] }, requiredActions: [] },
  credentials: [
    { type: 'password', value: secrets.ofNora, temporary: false },
    credential(
      'otp',
      { value: secrets.totp },
      { subType: 'totp', digits: 6, counter: 0, period: 30, algorithm: 'HmacSHA1' },
      { userLabel: 'Phone' },
    ),
    credential(
      'recovery-authn-codes',
      { codes: secrets.recovery.map((code, index) => ({ number: index + 1, encodedHashedValue: sha512(code) })) },
      { hashIterations: 1, algorithm: 'RS512', totalCodes: 2, remaining: 2 },
    ),
    credential(
      'otp',
      { value: secrets.totp },
      { subType: 'totp', digits: 8, counter: 0, period: 30, algorithm: 'HmacSHA512' },
      { userLabel: 'Tablet' },
    ),
  ],
  federatedIdentities: [{ identityProvider: 'google', userId: '1234', userName: 'nora@gmail.com' }],
};

async function send({ keycloak, path, body }: { keycloak: Keycloak; path: string; body: object }): Promise<void> {
  const response = await fetch(`${keycloak.url}/admin/realms${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${await tokenOf(keycloak)}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`Keycloak answered ${response.status}: ${await response.text()}`);
}

/** Makes the realm with its people in a running Keycloak. */
export async function makeRealm(keycloak: Keycloak): Promise<void> {
  await send({ keycloak, path: '', body: { ...realm, users: [nora] } });
  // All of the many share a digest, because Keycloak would need minutes to make one for each.
  const password = await storedPassword(secrets.password);
  for (let start = 0; start < people; start += peopleAtOnce) {
    const users = Array.from({ length: peopleAtOnce }, (_, index) => ({
      ...{ username: `n${start + index}`, email: `n${start + index}@example.com`, enabled: index % 10 !== 0 },
      // Keycloak asks people without these at their sign-in.
      ...{ firstName: 'One', lastName: 'of many' },
      ...{ groups: index % 3 === 0 ? ['/north/cooks'] : [], realmRoles: index % 5 === 0 ? ['cook'] : [] },
      ...{ credentials: [password], requiredActions: index % 7 === 0 ? ['UPDATE_PASSWORD'] : [] },
    }));
    await send({ keycloak, path: '/acme/partialImport', body: { ifResourceExists: 'FAIL', users } });
  }
}
