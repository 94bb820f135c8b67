import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGitee } from './stand-ins/gitee.ts';
import { createAdfs, createEntraId, createOkta } from './stand-ins/openid-vendors.ts';
import { createWeibo } from './stand-ins/weibo.ts';
import type { Row } from './table.ts';
import { providerOf, startTable, type Table } from './table-world.ts';
import { browserAt, login, visitService } from './world.ts';

const directory = '9122040d-6c67-4c5b-b112-36a304b66dad';
const [common, adfs, okta, gitee, weibo] = [
  await createEntraId(),
  await createAdfs(),
  await createOkta('https://beta.okta.com', 'https://beta.okta.com/oauth2/v1'),
  createGitee(),
  createWeibo(),
];
const row = (type: string, standIn: Row['standIn'], fields = {}): Row => ({
  ...{ type, label: type, standIn, fields },
  become: () => undefined,
});
const rows = {
  microsoft: row('AzureAD', common),
  adfs: row('Adfs', adfs, { domain: 'https://fs.acme.example/' }),
  okta: row('Okta', okta, { domain: 'https://beta.okta.com/oauth2' }),
  gitee: row('Gitee', gitee),
  weibo: row('Weibo', weibo),
};
let table: Table;
beforeAll(async () => {
  table = await startTable(Object.values(rows));
});
afterAll(() => table?.stop());

async function signIn(name: keyof typeof rows) {
  const browser = browserAt(table.app);
  const provider = providerOf(rows[name]);
  return (await login(browser, provider, await visitService(table, browser, { provider }))).body;
}

const made = async (name: keyof typeof rows) => {
  const { data } = await signIn(name);
  return table.user(String(data).replace('acme/', ''));
};

describe('An account of Microsoft', () => {
  const account = (oid: string, more = {}) => {
    const names = { preferred_username: `${oid}@acme.example`, email: `${oid}@acme.example` };
    common.user = { ...{ sub: `sub-${oid}`, oid, tid: directory, name: 'Someone' }, ...names, ...more };
  };

  test.each([undefined, false, 0, '0', 'false'])('has an unverified address where xms_edov is %s', async (edov) => {
    account(`unproved-${edov}`, { xms_edov: edov, email_verified: true });
    expect(await made('microsoft')).toMatchObject({ email: '', emailVerified: false });
  });

  test.each([true, 1, '1'])('has a verified address where xms_edov is %s', async (edov) => {
    account(`proved-${typeof edov}-${edov}`, { xms_edov: edov });
    expect(await made('microsoft')).toMatchObject({ emailVerified: true });
  });

  test('is another one in another directory, even with the same id and names', async () => {
    account('olivia');
    const first = await signIn('microsoft');
    expect((await signIn('microsoft')).data).toBe(first.data);
    account('olivia', { tid: 'a0000000-0000-0000-0000-00000000000b' });
    expect((await signIn('microsoft')).data).not.toBe(first.data);
  });

  test('S32 is refused if its token names another issuer', async () => {
    account('mallory');
    common.tamper = (claims) => ({ ...claims, iss: `https://evil.example/${directory}/v2.0` });
    expect((await signIn('microsoft')).code).toBe('sign-in-service-failed');
    common.tamper = (claims) => ({ ...claims, tid: 'a0000000-0000-0000-0000-00000000000c' });
    expect((await signIn('microsoft')).code).toBe('sign-in-service-failed');
    common.tamper = (claims) => claims;
  });

  test('of another directory is refused where the provider names one', async () => {
    const own = await createEntraId(directory);
    const single = { ...rows.microsoft, standIn: own, fields: { domain: directory } };
    const apart = await startTable([single]);
    const enter = async () => {
      const browser = browserAt(apart.app);
      return (await login(browser, 'azuread', await visitService(apart, browser, { provider: 'azuread' }))).body;
    };
    own.user = { sub: 's-1', oid: 'ours', tid: directory, preferred_username: 'ours@acme.example' };
    expect((await enter()).data).toBe('acme/ours');
    own.user = { sub: 's-2', oid: 'theirs', tid: 'another', preferred_username: 'theirs@beta.example' };
    expect((await enter()).code).toBe('sign-in-service-failed');
    await apart.stop();
  });
});

test('AD FS: without the security identifier the subject is the id, and no address is verified', async () => {
  adfs.user = { sub: 'c2VjcmV0', unique_name: 'ACME\\peter', upn: 'peter@acme.example', sid: 'a-session' };
  expect(await made('adfs')).toMatchObject({ name: 'peter', adfs: 'c2VjcmV0', email: '', emailVerified: false });
});

test("Okta: the organization's own authorization server is reached from the domain of Casdoor 2022", async () => {
  okta.user = { sub: '00u1', preferred_username: 'quinn', email: 'quinn@acme.example', email_verified: false };
  expect(await made('okta')).toMatchObject({
    ...{ name: 'quinn', okta: '00u1', email: '' },
    properties: { oauth_Okta_issuer: 'https://beta.okta.com' },
  });
});

test('Gitee: only a confirmed address counts', async () => {
  gitee.user = { id: 1, login: 'ruth', name: 'Ruth', email: 'public@post.example' };
  gitee.emails = [{ email: 'ruth@post.example', state: 'unconfirmed', scope: ['primary'] }];
  expect(await made('gitee')).toMatchObject({ name: 'ruth', email: '' });
});

test('Weibo: an application that may not read addresses works too', async () => {
  weibo.user = { id: 1_404_376_560, name: 'sina', screen_name: 'Sina' };
  weibo.mayReadEmail = false;
  expect(await made('weibo')).toMatchObject({
    name: 'sina',
    weibo: '1404376560',
    properties: expect.not.objectContaining({ oauth_Weibo_email: expect.anything() }),
  });
});

test('S30 35.6 accounts whose ids no number can hold are different users', async () => {
  // JSON.rawJSON writes the digits as a service does, without rounding them.
  const { rawJSON } = JSON as unknown as { rawJSON: (text: string) => unknown };
  const as = async (id: string) => {
    gitee.user = { id: rawJSON(id), login: `large${id}`, name: 'Large' };
    return (await signIn('gitee')).data;
  };
  const [first, second] = [await as('9007199254740992'), await as('9007199254740993')];
  expect(first).toBe('acme/large9007199254740992');
  expect(second).toBe('acme/large9007199254740993');
  expect(await as('9007199254740993')).toBe(second);
  const stored = await table.user(String(second).replace('acme/', ''));
  expect(stored.gitee).toBe('9007199254740993');
});
