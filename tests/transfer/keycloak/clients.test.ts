import { expect, test } from 'vitest';
import { type Export, problemsOf, readRealm } from './realm.ts';

type Client = NonNullable<Export['clients']>[number];

const secret = 'kept-as-it-was-0123456789';
const one = (client: Partial<Client>, realm: Partial<Export> = {}) =>
  readRealm({ ...realm, clients: [{ clientId: 'shop', secret, ...client } as Client] });

test('a client keeps its id and secret, and its exact addresses', async () => {
  const found = await one(
    {
      ...{ name: 'Shop', rootUrl: 'https://shop.example', baseUrl: '/home', consentRequired: true },
      redirectUris: ['/callback', 'https://other.example/cb', 'https://any.example/*'],
      ...{ directAccessGrantsEnabled: true, serviceAccountsEnabled: true },
      attributes: {
        'pkce.code.challenge.method': 'S256',
        'require.pushed.authorization.requests': 'true',
        'oauth2.device.authorization.grant.enabled': 'true',
        'backchannel.logout.url': 'https://shop.example/out',
        'access.token.lifespan': '7200',
        'post.logout.redirect.uris': '+##https://shop.example/bye',
      },
    },
    {
      registrationAllowed: true,
      smtpServer: { host: 'mail.example' },
      identityProviders: [{ alias: 'google', providerId: 'google' }],
    },
  );
  const fields = found.fields('application');
  expect(fields).toMatchObject({
    ...{ name: 'acme-shop', displayName: 'Shop', organization: 'acme', clientId: 'shop', clientSecret: secret },
    ...{ clientType: 'confidential', redirectUris: ['https://other.example/cb', 'https://shop.example/callback'] },
    grantTypes: ['authorization_code', 'password', 'client_credentials', 'refresh_token'],
    oauthFeatures: ['device_authorization'],
    ...{ requirePkce: true, requirePushedRequests: true, requireConsent: true, enableSignUp: true },
    ...{ backchannelLogoutUri: 'https://shop.example/out', expireInHours: 2, homepageUrl: 'https://shop.example/home' },
    ...{ apiAccess: 'read-account', cert: 'cert-acme', providers: [{ name: 'acme-mail' }, { name: 'acme-google' }] },
  });
  expect(found.objects.flatMap(problemsOf)).toEqual([]);
  expect(found.lost('client "shop"')).toEqual([
    ...[
      'redirect patterns https://any.example/*',
      'addresses after sign-out https://shop.example/bye',
      'consents that users gave',
    ],
  ]);
});

test('a public client, a client with a key and a client with another proof', async () => {
  const jwks = '{"keys":[{"kty":"OKP","crv":"Ed25519","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}]}';
  const clients = [
    { clientId: 'page', publicClient: true },
    {
      clientId: 'signer',
      clientAuthenticatorType: 'client-jwt',
      attributes: { 'use.jwks.string': 'true', 'jwks.string': jwks },
    },
    { clientId: 'mtls', clientAuthenticatorType: 'client-x509', secret },
    { clientId: 'masked', secret: '**********' },
  ];
  const found = await readRealm({ clients });
  expect(
    found.of('application').map(({ fields }) => [fields.clientId, fields.clientType, fields.clientSecret]),
  ).toEqual([
    ...[
      ['masked', 'confidential', undefined],
      ['mtls', 'confidential', secret],
    ],
    ...[
      ['page', 'public', undefined],
      ['signer', 'private_key', undefined],
    ],
  ]);
  expect(found.fields('application', '"signer"').jwks).toBe(jwks);
  expect([...found.lost('"mtls"'), ...found.lost('"masked"')]).toEqual(['proof by client-x509', 'client secret']);
  expect(found.objects.flatMap(problemsOf)).toEqual([]);
});

test('implicit flows are grants, and a client that signs nobody in is no application', async () => {
  const found = await readRealm({
    clients: [
      { clientId: 'old', publicClient: true, implicitFlowEnabled: true },
      { clientId: 'job', secret, standardFlowEnabled: false, serviceAccountsEnabled: true },
      { clientId: 'api', bearerOnly: true },
    ],
  });
  expect(found.fields('application', '"old"').grantTypes).toEqual([
    ...['authorization_code', 'token', 'id_token', 'refresh_token'],
  ]);
  expect(found.fields('application', '"job"').grantTypes).toEqual(['client_credentials']);
  expect(found.lost('"api"')).toEqual(['the whole client']);
});

test('settings of a client without a counterpart are told one by one', async () => {
  const found = await one({
    protocolMappers: [
      { name: 'Client ID', protocolMapper: 'oidc-usersessionmodel-note-mapper' },
      { name: 'cost centre', protocolMapper: 'oidc-usermodel-attribute-mapper' },
    ],
    ...{ defaultClientScopes: ['email', 'billing'], authorizationServicesEnabled: true, fullScopeAllowed: false },
    authenticationFlowBindingOverrides: { browser: 'x' },
    attributes: { login_theme: 'acme', 'frontchannel.logout.url': 'https://shop.example/front' },
  });
  expect(found.lost('client "shop"')).toEqual([
    ...[
      'mapper "cost centre" (oidc-usermodel-attribute-mapper)',
      'client scopes billing',
      'limits of the roles in tokens',
      'authorization settings',
    ],
    ...['its own authentication flow', 'frontchannel.logout.url https://shop.example/front', 'login_theme acme'],
  ]);
});

test('a client of SAML is an application with one service provider and its attributes', async () => {
  const property = (name: string, attribute: string, format = 'Basic') => ({
    ...{ name, protocolMapper: 'saml-user-property-mapper' },
    config: { 'user.attribute': attribute, 'attribute.name': name, 'attribute.nameformat': format },
  });
  const found = await readRealm({
    clientScopes: [
      {
        ...{ name: 'role_list', protocol: 'saml' },
        protocolMappers: [
          { name: 'role list', protocolMapper: 'saml-role-list-mapper', config: { 'attribute.name': 'Role' } },
        ],
      },
    ],
    clients: [
      {
        ...{ clientId: 'https://wiki.example/saml', protocol: 'saml', name: 'Wiki', rootUrl: 'https://wiki.example' },
        ...{ redirectUris: ['/acs', 'https://wiki.example/*'], defaultClientScopes: ['role_list'] },
        attributes: {
          saml_assertion_consumer_url_post: 'https://wiki.example/acs/post',
          saml_single_logout_service_url_redirect: 'https://wiki.example/out',
          'saml.assertion.signature': 'true',
          'saml.client.signature': 'true',
          'saml.signing.certificate': 'TUlJ',
          saml_name_id_format: 'email',
        },
        protocolMappers: [
          property('mail', 'email'),
          property('urn:oid:2.5.4.42', 'firstName', 'URI Reference'),
          {
            name: 'shoe size',
            protocolMapper: 'saml-user-attribute-mapper',
            config: { 'user.attribute': 'shoes', 'attribute.name': 's' },
          },
        ],
      },
    ],
  });
  const fields = found.fields('application');
  expect(fields).toMatchObject({
    name: 'acme-wiki.example-saml',
    samlServiceProviders: [
      {
        ...{
          entityId: 'https://wiki.example/saml',
          acsUrls: ['https://wiki.example/acs/post', 'https://wiki.example/acs'],
        },
        ...{ nameIdFormat: 'emailAddress', signs: 'assertion', requireSignedRequests: true },
        certificates: '-----BEGIN CERTIFICATE-----\nTUlJ\n-----END CERTIFICATE-----',
        ...{ sloUrl: 'https://wiki.example/out', sloBinding: 'Redirect', idpInitiated: false },
      },
    ],
    samlAttributes: [
      { name: 'mail', source: 'email', nameFormat: 'basic' },
      { name: 'Role', source: 'roles' },
      { name: 'urn:oid:2.5.4.42', source: 'firstName', nameFormat: 'uri' },
    ],
  });
  expect(found.objects.flatMap(problemsOf)).toEqual([]);
  expect(found.lost('saml"')).toEqual([
    ...['addresses for responses https://wiki.example/*', 'mappers "shoe size" (saml-user-attribute-mapper)'],
  ]);
});
