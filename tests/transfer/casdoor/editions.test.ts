import { casdoor } from '@doorwright/transfer/casdoor/casdoor.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Folder, makeFolder } from '../files.ts';
import { lossesOf, named, type Read, readItems } from '../read-items.ts';
import { asInitData, type CasdoorData, casdoorWorld } from './world.ts';

let folder: Folder;
beforeAll(() => {
  folder = makeFolder();
});
afterAll(() => folder.remove());

let files = 0;
function readData(data: CasdoorData, organization?: string): Promise<Read> {
  const path = folder.write(`init_data_${++files}.json`, JSON.stringify(data));
  return readItems(casdoor, { type: 'file', path }, organization);
}

const acme = { owner: 'admin', name: 'acme', displayName: 'Acme', passwordType: 'bcrypt', phonePrefix: '49' };

describe('init_data.json of July 2022', () => {
  const shop = {
    owner: 'admin',
    name: 'shop',
    displayName: 'Shop',
    organization: 'acme',
    clientId: 'c',
    providers: null,
  };
  const alice = { owner: 'acme', name: 'alice', type: 'normal-user', password: 'correct horse', displayName: 'Alice' };

  test('passwords are plain text there, whatever the type of the organization is', async () => {
    const read = await readData({ organizations: [acme], users: [alice], applications: [shop] });
    expect(named(read, 'user', 'alice')).toEqual({
      ...{ kind: 'user', from: 'user "acme/alice"' },
      fields: { owner: 'acme', name: 'alice', type: 'normal-user', displayName: 'Alice' },
      digest: { passwordType: 'plain', password: 'correct horse', passwordSalt: '' },
    });
  });

  test("a file without keys says that the application's key changes", async () => {
    const read = await readData({ organizations: [acme], applications: [shop] });
    expect(named(read, 'application', 'shop')?.fields.cert).toBeUndefined();
    expect(lossesOf(read, 'application "shop"')).toEqual(['its key, the cert "cert-built-in"']);
  });

  test('a password that is shown as *** is no password', async () => {
    const read = await readData({ organizations: [acme], users: [{ ...alice, password: '***' }] });
    expect(named(read, 'user', 'alice')?.digest).toBeUndefined();
    expect(lossesOf(read, 'user "acme/alice"')).toEqual(['the password']);
  });

  test('a user with a salt of their own keeps it, and others take that of their organization along', async () => {
    const salted = { ...acme, passwordType: 'salt', passwordSalt: 'of today' };
    const user = (name: string, own: object) => ({ owner: 'acme', name, passwordType: 'salt', ...own });
    const password = 'ab'.repeat(32);
    const users = [user('alice', { password, passwordSalt: 'of before' }), user('bob', { password })];
    const read = await readData({ organizations: [salted], users });
    expect(named(read, 'user', 'alice')?.digest?.passwordSalt).toBe('of before');
    expect(named(read, 'user', 'bob')?.digest?.passwordSalt).toBe('of today');
  });

  test('a certificate can have its older name', async () => {
    const cert = { owner: 'admin', name: 'cert-acme', scope: 'JWT', type: 'x509', cryptoAlgorithm: 'RS256' };
    const read = await readData({ organizations: [acme], certs: [{ ...cert, publicKey: 'a certificate' }] });
    expect(named(read, 'cert', 'cert-acme')?.fields.certificate).toBe('a certificate');
  });
});

describe('names of newer versions', () => {
  test('a passkey with small letters is the same passkey', async () => {
    const credential = { id: 'aWQ=', publicKey: 'a2V5', authenticator: { AAGUID: 'AA==', signCount: 3 }, flags: {} };
    const copied = { ...credential, authenticator: { cloneWarning: true } };
    const user = { owner: 'acme', name: 'alice', webauthnCredentials: [credential, { id: '' }, copied] };
    const read = await readData({ organizations: [acme], users: [user] });
    expect(named(read, 'user', 'alice')?.passkeys).toEqual([
      { id: 'aWQ', publicKey: 'a2V5', counter: 3, aaguid: '', handle: 'acme/alice', transports: [] },
    ]);
    expect(lossesOf(read, 'user "acme/alice"')).toEqual(['1 passkeys', '1 passkeys']);
  });

  test('a link to a service at an address of its own keeps the issuer of its ID', async () => {
    const provider = (name: string, own: object) => ({ owner: 'admin', name, category: 'OAuth', ...own });
    const user = {
      owner: 'acme',
      name: 'alice',
      github: '1',
      okta: '2',
      custom: '3',
      wecom: '4',
      properties: { a: 'b' },
    };
    const providers = [
      provider('okta', { type: 'Okta', domain: 'https://acme.okta.com/oauth2/default/' }),
      provider('own', { type: 'Custom', customUserInfoUrl: 'https://id.acme.example/userinfo' }),
      ...['one', 'two'].map((name) => provider(name, { type: 'WeCom', subType: 'Internal', clientId: name })),
    ];
    const read = await readData({ organizations: [acme], providers, users: [user] });
    expect(named(read, 'user', 'alice')?.fields).toMatchObject({
      ...{ github: '1', okta: '2', custom: '3' },
      properties: {
        a: 'b',
        oauth_Okta_issuer: 'https://acme.okta.com/oauth2/default',
        oauth_Custom_issuer: 'https://id.acme.example/userinfo',
      },
    });
    expect(named(read, 'user', 'alice')?.fields.wecom).toBeUndefined();
    expect(lossesOf(read, 'user "acme/alice"')).toEqual(['the link to wecom "4"']);
  });

  test('a permission of some domains is lost, because here it would be wider', async () => {
    const application = { owner: 'admin', name: 'shop', organization: 'acme', clientId: 'c' };
    const permission = { owner: 'acme', name: 'p', users: ['acme/alice'], resources: ['shop'], actions: ['Read'] };
    const read = await readData({
      ...{ organizations: [acme], applications: [application], users: [{ owner: 'acme', name: 'alice' }] },
      permissions: [{ ...permission, domains: ['north'], effect: 'Allow', resourceType: 'Application' }],
    });
    expect(named(read, 'permission', 'p')).toBeUndefined();
    expect(lossesOf(read, 'permission "acme/p"')).toEqual(['the permission']);
  });

  test('a permission that nobody has approved yet has no effect', async () => {
    const application = { owner: 'admin', name: 'shop', organization: 'acme', clientId: 'c' };
    const permission = { owner: 'acme', name: 'p', users: ['acme/alice'], resources: ['shop'], actions: ['read'] };
    const read = await readData({
      ...{ organizations: [acme], applications: [application], users: [{ owner: 'acme', name: 'alice' }] },
      permissions: [{ ...permission, state: 'Pending', isEnabled: true, effect: 'Deny' }],
    });
    expect(named(read, 'permission', 'p')?.fields).toMatchObject({
      isEnabled: false,
      effect: 'Deny',
      actions: ['Read'],
    });
  });
});

describe('everything into one organization', () => {
  let read: Read;
  beforeAll(async () => {
    const world = asInitData(await casdoorWorld());
    const users = [...(world.users ?? []), { owner: 'globex', name: 'alice', id: 'other', displayName: 'Other Alice' }];
    const permissions = [
      ...(world.permissions ?? []),
      {
        ...{ owner: 'globex', name: 'portal', users: ['globex/alice', 'globex/heidi'], resources: ['portal'] },
        ...{ actions: ['Read'], effect: 'Allow', isEnabled: true },
      },
    ];
    read = await readData({ ...world, users, permissions }, 'hooli');
  });

  test('people of built-in come too, without their right over everything', () => {
    expect(named(read, 'user', 'admin')?.fields).toMatchObject({ owner: 'hooli', isAdmin: true });
    expect(lossesOf(read, 'user "built-in/admin"')).toEqual(['the right to administer all organizations']);
  });

  test('all objects belong to it', () => {
    const owners = read.objects.map(({ fields }) => fields.owner).filter((owner) => owner !== 'admin');
    expect(new Set(owners)).toEqual(new Set(['hooli']));
    expect(named(read, 'application', 'portal')?.fields.organization).toBe('hooli');
    expect(named(read, 'role', 'admins')?.fields.roles).toEqual(['hooli/staff']);
    expect(lossesOf(read, '2 organizations')).toEqual(['their settings']);
  });

  test('a second person of the same name is named, and the first one gets nothing of theirs', () => {
    expect(lossesOf(read, 'user "globex/alice"')).toEqual(['the user']);
    expect(named(read, 'user', 'alice')?.fields.displayName).toBe('alice');
    expect(named(read, 'permission', 'portal')?.fields.users).toEqual(['hooli/heidi']);
    expect(lossesOf(read, 'permission "globex/portal"')).toEqual(['users "globex/alice"']);
  });

  test('a second role or group of the same name gives nobody the rights of the first', async () => {
    const owned = (owner: string, name: string, own = {}) => ({ owner, name, ...own });
    const organizations = ['acme', 'globex'].map((name) => ({ ...acme, name }));
    const both = await readData(
      {
        organizations,
        groups: organizations.map(({ name }) => owned(name, 'berlin', { isTopGroup: true })),
        roles: [owned('acme', 'boss', { users: ['acme/alice'] }), owned('globex', 'boss', { users: ['globex/heidi'] })],
        users: [
          owned('acme', 'alice', { groups: ['berlin'] }),
          owned('globex', 'heidi', { groups: ['globex/berlin'] }),
        ],
      },
      'hooli',
    );
    expect(named(both, 'user', 'alice')).toMatchObject({ roles: ['boss'], groups: ['berlin'] });
    expect(named(both, 'user', 'heidi')).not.toHaveProperty('roles');
    expect(named(both, 'user', 'heidi')).not.toHaveProperty('groups');
    expect(lossesOf(both, 'role "globex/boss"')).toEqual(['the role']);
    expect(lossesOf(both, 'user "globex/heidi"')).toEqual(['group "globex/berlin"']);
  });

  test('an installation with built-in alone gives its settings', async () => {
    const builtIn = {
      owner: 'admin',
      name: 'built-in',
      displayName: 'Everything',
      passwordType: 'salt',
      passwordSalt: 's',
    };
    const user = { owner: 'built-in', name: 'carl', passwordType: 'salt', password: 'ab'.repeat(32) };
    const alone = await readData({ organizations: [builtIn], users: [user] }, 'hooli');
    expect(named(alone, 'organization', 'hooli')?.fields).toMatchObject({
      displayName: 'Everything',
      passwordSalt: 's',
    });
    expect(named(alone, 'user', 'carl')?.digest).toMatchObject({ passwordType: 'salt', passwordSalt: 's' });
  });
});
