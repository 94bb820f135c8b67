import { isCommonPassword } from '@doorwright/api/kinds/user/passwords/common-passwords.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, createTenant, password, type Tenant } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
});
afterAll(() => app.stop());

const code = async (answer: ReturnType<Client['post']>) => (await answer).body.code ?? 'ok';
const adding = (name: string, tried: string, owner = 'acme') =>
  code(root.post('add-user', { owner, name, password: tried }));
const updating = (tried: string) =>
  code(root.post('update-user', { password: tried }, { query: { id: 'acme/alice' } }));
const setting = (oldPassword: string, newPassword: string) =>
  code(acme.user.post('set-password', { userOwner: 'acme', userName: 'alice', oldPassword, newPassword }));

test.each([
  ['seven77', 'password-too-short'],
  ['password', 'password-common'],
  ['PassWord', 'password-common'],
  ['1q2w3e4r', 'password-common'],
  ['00000000', 'password-common'],
  ['123123123', 'password-common'],
])('17.13 the new password %s is refused as %s on every way of setting it', async (tried, why) => {
  expect(await adding('weak', tried)).toBe(why);
  expect(await updating(tried)).toBe(why);
  expect(await setting(password, tried)).toBe(why);
  expect(await app.store('user').find(app.db, 'acme', 'weak')).toBeUndefined();
  await app.signedIn('acme', 'alice', password);
});

test('17.13 the commonest passwords of every list are weak, and a pass phrase is not', () => {
  const commonest =
    '12345678 123456789 1234567890 password1 iloveyou sunshine princess football baseball trustno1 superman';
  const more = 'qwertyuiop asdfghjkl abcd1234 starwars computer welcome1 zaq12wsx letmein1 11111111 88888888 aaaaaaaa';
  const patterns = '123123123 12341234 12121212 19841984 qweqweqwe 87654321 01234567 0987654321 abcdefgh poiuytrewq';
  const all = [commonest, more, patterns].flatMap((list) => list.split(' '));
  expect(all.filter((each) => !isCommonPassword(each))).toEqual([]);
  expect(['correct-horse-battery', 'first administrator of tests'].filter(isCommonPassword)).toEqual([]);
});

test('17.13 an organization that allows weak passwords asks for 6 characters, and says so before sign-up', async () => {
  await add(root, 'organization', { name: 'lax', refuseWeakPasswords: false });
  expect(await adding('five', '12345', 'lax')).toBe('password-too-short');
  expect(await adding('six', '123456', 'lax')).toBe('ok');
  await app.signedIn('lax', 'six', '123456');
  const { data } = (await app.anonymous.get('get-organization', { id: 'admin/lax' })).body;
  expect(data.refuseWeakPasswords).toBe(false);
});

test('17.13 an organization that wants longer passwords asks for them on every way, and says so before sign-up', async () => {
  await add(root, 'organization', { name: 'vault', passwordLength: 16 });
  const tried = { owner: 'vault', name: 'short', password: 'fifteen-letters' };
  expect((await root.post('add-user', tried)).body).toMatchObject({
    code: 'password-too-short',
    params: { limit: 16 },
  });
  expect(await adding('long', 'fifteen-letters-and-more', 'vault')).toBe('ok');
  const user = await app.signedIn('vault', 'long', 'fifteen-letters-and-more');
  const own = { userOwner: 'vault', userName: 'long', oldPassword: 'fifteen-letters-and-more' };
  expect(await code(user.post('set-password', { ...own, newPassword: 'fifteen-letter2' }))).toBe('password-too-short');
  const { data } = (await app.anonymous.get('get-organization', { id: 'admin/vault' })).body;
  expect(data.passwordLength).toBe(16);
});

test('17.13 an older weak password stays valid, and only a new one is checked', async () => {
  const change = (refuseWeakPasswords: boolean) =>
    root.post('update-organization', { refuseWeakPasswords }, { query: { id: 'admin/acme' } });
  await change(false);
  expect(await setting(password, 'monkey')).toBe('ok');
  await change(true);
  await app.signedIn('acme', 'alice', 'monkey');
  expect(await setting('monkey', 'dragon')).toBe('password-too-short');
  expect(await setting('monkey', password)).toBe('ok');
});
