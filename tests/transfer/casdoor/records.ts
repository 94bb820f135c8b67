import { createPrivateKey } from 'node:crypto';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';

/** An object in the words of `init_data.json`. */
export type CasdoorRecord = Record<string, unknown>;
/** The objects of a Casdoor, by kind. */
export type CasdoorData = Record<string, CasdoorRecord[]>;

const createdTime = '2022-07-28T23:11:33+08:00';

/** A key as Casdoor writes it: PKCS#1 under the name of PKCS#8. */
function inItsForm(privateKey: string): string {
  const der = createPrivateKey(privateKey).export({ format: 'der', type: 'pkcs1' });
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return ['-----BEGIN PRIVATE KEY-----', ...lines, '-----END PRIVATE KEY-----', ''].join('\n');
}

async function cert(name: string): Promise<CasdoorRecord> {
  const { certificate, privateKey } = await generateCert({
    ...{ name, owner: 'admin', cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 20, now: new Date() },
  });
  return {
    ...{ owner: 'admin', name, createdTime, displayName: `Cert ${name}`, scope: 'JWT', type: 'x509' },
    ...{ cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 20, certificate, privateKey: inItsForm(privateKey) },
  };
}

const accountItem = (name: string, viewRule: string, modifyRule: string) => ({
  ...{ name, visible: true, viewRule, modifyRule },
});

const organizations: CasdoorRecord[] = [
  {
    ...{ owner: 'admin', name: 'built-in', createdTime, displayName: 'Built-in Organization', passwordType: 'plain' },
    ...{ phonePrefix: '86', passwordSalt: '', masterPassword: '', enableSoftDeletion: false, isProfilePublic: false },
  },
  {
    ...{ owner: 'admin', name: 'acme', createdTime, displayName: 'Acme', websiteUrl: 'https://acme.example' },
    ...{ passwordType: 'salt', passwordSalt: '123', phonePrefix: '49', tags: ['staff', 'guest|Gast'] },
    ...{ masterPassword: 'a digest', enableSoftDeletion: true, isProfilePublic: false },
    accountItems: [
      ...[accountItem('Organization', 'Public', 'Admin'), accountItem('Name', 'Public', 'Admin')],
      ...[accountItem('Properties', 'Admin', 'Self'), accountItem('Multi-factor authentication', 'Self', 'Self')],
    ],
  },
  {
    ...{ owner: 'admin', name: 'globex', createdTime, displayName: 'Globex', passwordType: 'bcrypt' },
    ...{ passwordSalt: '', countryCodes: ['US', 'GB'], passwordOptions: ['AtLeast8', 'Aa123'] },
    ...{ mfaItems: [{ name: 'Phone', rule: 'Required' }], enableSoftDeletion: false, isProfilePublic: true },
  },
];

const providerItem = (name: string) => ({
  ...{ name, canSignUp: true, canSignIn: true, canUnlink: true, prompted: false, alertType: 'None', provider: null },
});

const signupItem = (name: string, rule = 'None', own = {}) => ({
  ...{ name, visible: true, required: true, prompted: false, rule },
  ...own,
});

const applications: CasdoorRecord[] = [
  {
    ...{ owner: 'admin', name: 'app-built-in', createdTime, displayName: 'Casdoor', organization: 'built-in' },
    ...{ cert: 'cert-built-in', clientId: 'built-in-client', clientSecret: 'built-in-secret', enablePassword: true },
  },
  {
    ...{ owner: 'admin', name: 'shop', createdTime, displayName: 'Shop', organization: 'acme', cert: 'cert-built-in' },
    ...{ clientId: '0ba528121ea87b3eb54d', clientSecret: '04f4ca22101529a3503d5a653a877b4e8403edf0' },
    ...{
      redirectUris: ['http://localhost:9000/callback', 'https://shop.example/callback', 'https://.*\\.acme\\.example/'],
    },
    ...{
      grantTypes: ['password', 'client_credentials'],
      tokenFormat: 'JWT',
      expireInHours: 24,
      refreshExpireInHours: 0,
    },
    ...{ enablePassword: true, enableSignUp: true, enableSigninSession: false, enableCodeSignin: true },
    ...{ enableWebAuthn: true, enableSamlCompress: false, signinHtml: '<p>Welcome</p>' },
    providers: [providerItem('github'), providerItem('metamask'), providerItem('provider_captcha_default')],
    signupItems: [
      signupItem('ID', 'Random', { visible: false }),
      ...[signupItem('Username'), signupItem('Display name', 'First, last'), signupItem('Invitation code')],
      signupItem('Affiliation', 'None', { visible: false }),
    ],
  },
  {
    ...{
      owner: 'admin',
      name: 'portal',
      createdTime,
      displayName: 'Portal',
      organization: 'globex',
      cert: 'cert-globex',
    },
    ...{ clientId: 'portal-client', clientSecret: 'portal-secret-with-20', redirectUris: ['https://portal.example'] },
    ...{ grantTypes: ['authorization_code'], tokenFormat: 'JWT-Empty', expireInHours: 168, refreshExpireInHours: 720 },
    signinMethods: [
      { name: 'Password', displayName: 'Password', rule: 'All' },
      { name: 'Face ID', displayName: 'Face ID', rule: 'None' },
    ],
    tags: ['staff'],
  },
];

const providers: CasdoorRecord[] = [
  {
    ...{ owner: 'admin', name: 'github', createdTime, displayName: 'GitHub', category: 'OAuth', type: 'GitHub' },
    ...{ clientId: 'github-client', clientSecret: 'github-secret', method: 'Normal' },
  },
  {
    ...{ owner: 'globex', name: 'mail', createdTime, displayName: 'Mail', category: 'Email', type: 'Default' },
    ...{ clientId: 'mailer', clientSecret: 'mail-secret', host: 'smtp.globex.example', port: 465, title: 'Code' },
    content: 'Your code: %s',
  },
  { owner: 'admin', name: 'metamask', createdTime, displayName: 'MetaMask', category: 'Web3', type: 'MetaMask' },
  {
    ...{ owner: 'admin', name: 'provider_captcha_default', createdTime, displayName: 'Captcha Default' },
    ...{ category: 'Captcha', type: 'Default' },
  },
];

const groups: CasdoorRecord[] = [
  {
    ...{ owner: 'acme', name: 'berlin', createdTime, displayName: 'Berlin', type: 'Physical', parentId: 'germany' },
    ...{ isTopGroup: false, isEnabled: true, manager: 'alice' },
  },
  {
    ...{ owner: 'acme', name: 'germany', createdTime, displayName: 'Germany', type: 'Virtual', parentId: 'acme' },
    ...{ isTopGroup: true, isEnabled: true },
  },
];

const roles: CasdoorRecord[] = [
  {
    ...{
      owner: 'acme',
      name: 'admins',
      createdTime,
      displayName: 'Admins',
      users: ['acme/alice'],
      roles: ['acme/staff'],
    },
    isEnabled: true,
  },
  {
    ...{ owner: 'acme', name: 'staff', createdTime, displayName: 'Staff', isEnabled: true, groups: ['acme/germany'] },
    users: ['acme/bob', 'built-in/admin', 'acme/*'],
  },
];

const modelText = `[request_definition]
r = sub, obj, act

[policy_definition]
p = sub, obj, act

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = r.sub == p.sub && r.obj == p.obj && r.act == p.act`;

const models: CasdoorRecord[] = [{ owner: 'acme', name: 'acl', createdTime, displayName: 'ACL', modelText }];

const permission = (name: string, own: CasdoorRecord): CasdoorRecord => ({
  ...{ owner: 'acme', name, createdTime, displayName: name, resourceType: 'Application', effect: 'Allow' },
  ...{ actions: ['Read'], isEnabled: true, users: [], roles: [], resources: ['shop'], model: '' },
  ...own,
});

const permissions: CasdoorRecord[] = [
  permission('shop-admins', {
    users: ['acme/alice'],
    roles: ['acme/admins'],
    model: 'acme/acl',
    actions: ['Read', 'Admin'],
  }),
  permission('shop-everyone', { users: ['*'] }),
  permission('trees', { users: ['acme/alice'], resourceType: 'TreeNode', resources: ['/'] }),
];

/** Everything but users, as a Casdoor of today has it after years. */
export const worldWithoutUsers = async (): Promise<CasdoorData> => ({
  ...{ organizations, applications, providers, groups, roles, models, permissions },
  certs: await Promise.all(['cert-built-in', 'cert-globex'].map(cert)),
  webhooks: [{ owner: 'admin', name: 'audit', createdTime, organization: 'acme', url: 'https://audit.example' }],
  ldaps: [
    { id: 'ldap-acme', owner: 'acme', createdTime, serverName: 'Acme LDAP', host: 'ldap.acme.example', port: 389 },
  ],
  tokens: ['one', 'two'].map((name) => ({ owner: 'admin', name, createdTime, application: 'shop', user: 'alice' })),
});
