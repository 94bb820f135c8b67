import { createPrivateKey, X509Certificate } from 'node:crypto';
import { casdoor } from '@doorwright/transfer/casdoor/casdoor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder } from '../files.ts';
import { lossesOf, named, type Read, readItems } from '../read-items.ts';
import {
  asInitData,
  type CasdoorData,
  casdoorWorld,
  passkeyPublicKey,
  plainPassword,
  recoveryCode,
  totpSecret,
} from './world.ts';

let world: CasdoorData;
let folder: Folder;
let read: Read;
beforeAll(async () => {
  world = await casdoorWorld();
  folder = makeFolder();
  const path = folder.write('init_data.json', JSON.stringify(asInitData(world)));
  read = await readItems(casdoor, { type: 'file', path });
});
afterAll(() => folder.remove());

const fieldsOf = (kind: Parameters<typeof named>[1], name: string) => named(read, kind, name)?.fields ?? {};

describe('organizations', () => {
  test('an organization keeps its rules, and its master password is never taken', () => {
    expect(fieldsOf('organization', 'acme')).toMatchObject({
      ...{ owner: 'admin', displayName: 'Acme', passwordType: 'salt', passwordSalt: '123', phonePrefix: '49' },
      ...{ tags: ['staff', 'guest|Gast'], enableSoftDeletion: true, createdTime: '2022-07-28T23:11:33+08:00' },
    });
    expect(fieldsOf('organization', 'acme').accountItems).toEqual([
      { name: 'Organization', visible: true, viewRule: 'Public', modifyRule: 'Admin' },
      { name: 'Name', visible: true, viewRule: 'Public', modifyRule: 'Admin' },
      { name: 'Properties', visible: true, viewRule: 'Admin', modifyRule: 'Admin' },
    ]);
    expect(lossesOf(read, 'organization "acme"')).toEqual([
      'account items "Multi-factor authentication"',
      'the master password',
    ]);
    expect(JSON.stringify(read)).not.toContain('a digest');
  });

  test('the rules of newer versions become ours', () => {
    expect(fieldsOf('organization', 'globex')).toMatchObject({
      ...{
        phonePrefix: '1',
        allowForeignPhones: true,
        passwordLength: 8,
        secondFactor: 'everyone',
        weakSecondFactors: ['phone'],
      },
    });
    expect(lossesOf(read, 'organization "globex"')).toEqual(['password rules "Aa123"']);
  });

  test('the organization signs SAML with the key of its applications', () => {
    expect(named(read, 'organization', 'globex')?.samlKey?.certificate).toBe(world.certs?.[1]?.certificate);
  });

  test('people of built-in do not become administrators of everything', () => {
    expect(named(read, 'organization', 'built-in')).toBeUndefined();
    expect(named(read, 'user', 'admin')).toBeUndefined();
    expect(lossesOf(read, 'organization "built-in"')).toHaveLength(1);
  });
});

describe('certs', () => {
  test('a cert keeps its key, in a form that every program reads', () => {
    const { certificate, privateKey } = fieldsOf('cert', 'cert-globex');
    expect(certificate).toBe(world.certs?.[1]?.certificate);
    expect(new X509Certificate(String(certificate)).checkPrivateKey(createPrivateKey(String(privateKey)))).toBe(true);
  });

  test("Casdoor's own cert gets another name, and applications refer to it", () => {
    expect(fieldsOf('cert', 'cert-casdoor').certificate).toBe(world.certs?.[0]?.certificate);
    expect(fieldsOf('application', 'shop').cert).toBe('cert-casdoor');
    expect(lossesOf(read, 'cert "cert-built-in"')).toEqual(['the name of the key "cert-built-in"']);
  });
});

describe('providers', () => {
  test('a provider keeps its secret, and one of an organization is for this one', () => {
    expect(fieldsOf('provider', 'github')).toMatchObject({ clientId: 'github-client', clientSecret: 'github-secret' });
    expect(fieldsOf('provider', 'mail')).toMatchObject({
      ...{ owner: 'admin', audience: 'named', organizations: ['globex'], port: 465, host: 'smtp.globex.example' },
    });
  });

  test('a type that does not exist here is named', () => {
    expect(named(read, 'provider', 'metamask')).toBeUndefined();
    expect(lossesOf(read, 'provider "metamask"')).toEqual(['the provider']);
  });
});

describe('applications', () => {
  test('an application keeps its id, secret and addresses, so its clients go on', () => {
    expect(fieldsOf('application', 'shop')).toMatchObject({
      ...{ clientId: '0ba528121ea87b3eb54d', clientSecret: '04f4ca22101529a3503d5a653a877b4e8403edf0' },
      ...{ organization: 'acme', nameClaims: 'casdoor', apiAccess: 'administrator', samlIssuer: 'installation' },
      redirectUris: ['http://localhost:9000/callback', 'https://shop.example/callback'],
      grantTypes: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
      ...{ tokenFormat: 'JWT', expireInHours: 24, enableSignUp: true, enableCodeSignin: true, enableWebAuthn: true },
    });
  });

  test('its pages keep the items that exist here', () => {
    const { providers, signupItems } = fieldsOf('application', 'shop') as Record<string, { name: string }[]>;
    expect(providers?.map(({ name }) => name)).toEqual(['github', 'provider_captcha_default']);
    expect(signupItems).toMatchObject([
      { name: 'ID', visible: false, rule: 'Random' },
      { name: 'Username', required: true },
      { name: 'Display name', rule: 'First, last' },
      { name: 'Affiliation', visible: false, required: false, prompted: false },
    ]);
  });

  test('patterns, unknown items and limits are named', () => {
    expect(lossesOf(read, 'application "shop"')).toEqual([
      'redirect addresses "https://.*\\.acme\\.example/"',
      'sign-up items "Invitation code"',
      'providers "metamask"',
    ]);
    expect(lossesOf(read, 'application "portal"')).toEqual([
      'addresses below "https://portal.example"',
      'sign-in methods "Face ID"',
      'the limit to the tags "staff"',
    ]);
    expect(fieldsOf('application', 'portal')).toMatchObject({ enablePassword: true, enableCodeSignin: false });
  });

  test('the console of Casdoor is not taken', () => {
    expect(named(read, 'application', 'app-built-in')).toBeUndefined();
  });
});

describe('groups, roles and permissions', () => {
  test('a parent comes before its group, and a top group has none', () => {
    const groups = read.objects.filter(({ kind }) => kind === 'group').map(({ fields }) => fields);
    expect(groups).toMatchObject([{ name: 'germany' }, { name: 'berlin', parentId: 'germany', type: 'Physical' }]);
    expect(groups[0]?.parentId).toBeUndefined();
  });

  test('a role contains roles and groups, and users name their roles', () => {
    expect(fieldsOf('role', 'admins')).toMatchObject({ roles: ['acme/staff'] });
    expect(fieldsOf('role', 'staff')).toMatchObject({ groups: ['acme/germany'] });
    expect(named(read, 'user', 'alice')).toMatchObject({ roles: ['admins'], groups: ['berlin'] });
    expect(lossesOf(read, 'role "acme/staff"')).toEqual(['members "built-in/admin", "acme/*"']);
  });

  test('a permission keeps its subjects and its model, and one that nobody has left is lost', () => {
    expect(fieldsOf('permission', 'shop-admins')).toMatchObject({
      ...{ users: ['acme/alice'], roles: ['acme/admins'], model: 'acl', actions: ['Read', 'Admin'] },
      ...{ resources: ['shop'], effect: 'Allow', isEnabled: true },
    });
    expect(lossesOf(read, 'permission "acme/shop-everyone"')).toEqual(['users "*"', 'the permission']);
    expect(lossesOf(read, 'permission "acme/trees"')).toEqual(['the permission']);
  });
});

describe('users', () => {
  const digest = (name: string) => named(read, 'user', name)?.digest;

  test('a user keeps their id, so tokens keep their subject', () => {
    expect(fieldsOf('user', 'alice')).toMatchObject({
      ...{ owner: 'acme', id: 'id-of-acme-alice', firstName: 'Alice', phone: '15112345678', emailVerified: true },
      ...{ isAdmin: true, github: '12345', signupApplication: 'shop', tag: 'staff', region: 'DE', score: 2000 },
      properties: { oauth_GitHub_id: '12345', team: 'red' },
    });
  });

  test('each stored password has its type and its salt', () => {
    expect(digest('alice')).toMatchObject({ passwordType: 'salt', passwordSalt: '123' });
    expect(digest('bob')).toEqual({ passwordType: 'plain', password: plainPassword, passwordSalt: '' });
    expect(digest('carol')).toMatchObject({ passwordType: 'md5-salt', passwordSalt: 'abc' });
    expect(digest('dave')).toMatchObject({ passwordType: 'pbkdf2-salt', passwordSalt: 'MDEyMzQ1Njc4OWFiY2RlZg==' });
    expect(digest('erin')).toMatchObject({ passwordType: 'argon2id' });
    expect(digest('heidi')).toMatchObject({ passwordType: 'bcrypt' });
    expect(lossesOf(read, 'user "acme/frank"')).toEqual(['the password']);
  });

  test('the app with codes and the recovery codes go on', () => {
    expect(named(read, 'user', 'bob')).toMatchObject({ totp: totpSecret, recoveryCodes: [recoveryCode] });
  });

  test('a user whose second factor is lost must set up another one', () => {
    expect(fieldsOf('user', 'carol')).toMatchObject({ requireSecondFactor: true, isForbidden: true });
    expect(lossesOf(read, 'user "acme/carol"')).toEqual(['second factor by sms']);
  });

  test('passkeys keep their key, their counter and the name by which the authenticator knows the user', () => {
    const publicKey = Buffer.from(passkeyPublicKey, 'base64').toString('base64url');
    const aaguid = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4';
    expect(named(read, 'user', 'alice')?.passkeys).toEqual([
      { id: 'c2VjcmV0LWtleS1pZA', publicKey, counter: 7, aaguid, handle: 'acme/alice', transports: [] },
    ]);
  });

  test('blocked, deleted and expired accounts stay so', () => {
    expect(fieldsOf('user', 'dave')).toMatchObject({ isDeleted: true });
    expect(fieldsOf('user', 'erin')).toMatchObject({ mustChangePassword: true });
  });

  test('everything that cannot be taken is named with the person', () => {
    expect(lossesOf(read, 'user "acme/alice"')).toEqual(['the link to azuread "alice@acme.onmicrosoft.com"']);
    expect(lossesOf(read, 'user "acme/erin"')).toEqual(['values of balance']);
    expect(lossesOf(read, 'user "acme/grace"')).toEqual(['the link to an entry of a directory']);
    expect(lossesOf(read, 'user "globex/ivan"')).toEqual(['the right to administer all organizations']);
    expect(fieldsOf('user', 'ivan').isGlobalAdmin).toBeUndefined();
    expect(fieldsOf('user', 'heidi').phone).toBe('4155550123');
    expect(fieldsOf('user', 'ivan').phone).toBe('+447911123456');
  });
});

test('objects that stay behind are named with what to do', () => {
  expect(lossesOf(read, 'webhook "audit"')).toEqual(['the webhook']);
  expect(lossesOf(read, 'ldap "Acme LDAP"')).toEqual(['the ldap']);
  expect(lossesOf(read, 'tokens')).toEqual(['2 tokens']);
});
