import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { directoryOf, entry, person } from '../../harness/slapd/entries.ts';
import { type Directory, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { ldapOf, startDirectoryWorld } from '../directories/ldap/world.ts';

const secretOf = (uid: string) => `${uid}-of-the-directory`;
const nextOf = (uid: string) => `another-one-of-${uid}`;

const longAgo = { pwdChangedTime: '20200101000000Z' };
const people = { ada: longAgo, ben: { pwdReset: 'TRUE' }, cleo: longAgo, dan: longAgo, eva: { pwdReset: 'TRUE' } };

let world: Awaited<ReturnType<typeof startDirectoryWorld>>;
let directory: Directory;
beforeAll(async () => {
  directory = await startSlapd({
    database: `overlay ppolicy\nppolicy_default "cn=policy,${suffix}"\nppolicy_hash_cleartext`,
    ldif: directoryOf(
      entry(`cn=policy,${suffix}`, {
        ...{ objectClass: ['pwdPolicy', 'device'], cn: 'policy', pwdAttribute: 'userPassword' },
        ...{ pwdMinLength: '12', pwdCheckQuality: '2', pwdAllowUserChange: 'TRUE', pwdMaxAge: '86400' },
        pwdMustChange: 'TRUE',
      }),
      ...Object.entries(people).map(([uid, more]) =>
        person(uid, { mail: `${uid}@acme.example`, userPassword: secretOf(uid), ...more }),
      ),
    ),
  });
  world = await startDirectoryWorld();
  await add(world.root, 'ldap', ldapOf(directory, { id: 'main', signInMode: 'Everybody' }));
});
afterAll(async () => {
  await world?.app.stop();
  await directory?.stop();
});

const change = (changes: Record<string, unknown>) =>
  world.root.post('update-ldap', changes, { query: { id: 'acme/main' } });
beforeEach(() => change({ writesPasswords: true }));

const at = { type: 'login', application: 'app-acme', organization: 'acme' };
const login = async (client: ReturnType<typeof world.app.client>, form: Record<string, string>) =>
  (await client.post('login', { ...at, ...form })).body;
const signIn = (username: string, password: string, client = world.app.client()) =>
  login(client, { username, password });
const isSignedIn = async (client: ReturnType<typeof world.app.client>) =>
  (await client.get('get-account')).body.status === 'ok';

test.each(['ada', 'ben'])(
  '%s, whose password has expired or was reset in the directory, gives the old one and a new one, and is in',
  async (uid) => {
    const client = world.app.client();
    expect(await signIn(uid, 'wrong-password', client)).toMatchObject({ code: 'sign-in-failed' });
    const asked = await signIn(uid, secretOf(uid), client);
    expect(asked).toMatchObject({ code: 'password-due', data: { name: uid, reason: 'expired' } });
    expect(await isSignedIn(client)).toBe(false);
    const answer = { oldPassword: secretOf(uid), newPassword: nextOf(uid) };
    // The word of the directory alone sets no password.
    expect(await login(client, { newPassword: nextOf(uid) })).toMatchObject({ code: 'password-incorrect' });
    const guessed = await login(client, { ...answer, oldPassword: 'wrong-password' });
    expect(guessed).toMatchObject({ status: 'error', code: 'password-incorrect' });
    expect(await login(client, answer)).toMatchObject({ status: 'ok' });
    expect(await isSignedIn(client)).toBe(true);
    expect(await signIn(uid, secretOf(uid))).toMatchObject({ code: 'sign-in-failed' });
    expect(await signIn(uid, nextOf(uid))).toMatchObject({ status: 'ok' });
    const [record] = await world.app.db('records').where({ user: uid, action: 'login', outcome: 'ok' });
    expect(record).toMatchObject({ reason: 'password new-password' });
    // The directory keeps it, so nothing of it is here.
    expect(await world.app.db('users').where({ owner: 'acme', name: uid }).first()).toMatchObject({ password: '' });
  },
);

test('the directory refuses a new password by its policy, and the person tries another one', async () => {
  const client = world.app.client();
  await signIn('eva', secretOf('eva'), client);
  const short = await login(client, { oldPassword: secretOf('eva'), newPassword: 'short-99' });
  expect(short).toMatchObject({ status: 'error', code: expect.stringMatching(/^directory-password-/) });
  expect(await login(client, { oldPassword: secretOf('eva'), newPassword: nextOf('eva') })).toMatchObject({
    status: 'ok',
  });
});

test('where passwords do not go to the directory, the person reads where to renew it, and gets no session', async () => {
  await change({ writesPasswords: false });
  const client = world.app.client();
  for (const tries of [1, 2]) {
    const refused = await signIn('cleo', secretOf('cleo'), client);
    expect(refused, `${tries}`).toMatchObject({
      code: 'directory-password-due',
      msg: expect.stringContaining('Example'),
    });
  }
  expect(await isSignedIn(client)).toBe(false);
  const tried = await login(client, { oldPassword: secretOf('cleo'), newPassword: nextOf('cleo') });
  expect(tried).toMatchObject({ status: 'error' });
  expect(await signIn('cleo', nextOf('cleo'))).toMatchObject({ code: 'sign-in-failed' });
  expect(await signIn('cleo', 'wrong-password')).toMatchObject({ code: 'sign-in-failed' });
});

test('a password grant gives no token for an expired password', async () => {
  const { data } = (await world.root.get('get-application', { id: 'admin/app-acme' })).body;
  const grantTypes = ['authorization_code', 'password'];
  await world.root.post('update-application', { ...data, grantTypes }, { query: { id: 'admin/app-acme' } });
  const client = world.app.client(basic(data.clientId, data.clientSecret));
  const form = { grant_type: 'password', username: 'dan', password: secretOf('dan'), scope: 'openid' };
  const { text } = await client.post('login/oauth/access_token', new URLSearchParams(form));
  expect(JSON.parse(text)).toMatchObject({ error: 'invalid_grant' });
});

test('no log or record has a password', async () => {
  const told = JSON.stringify([world.app.logged, await world.app.db('records').select('*')]);
  for (const uid of Object.keys(people))
    for (const secret of [secretOf(uid), nextOf(uid)]) expect(told).not.toContain(secret);
});
