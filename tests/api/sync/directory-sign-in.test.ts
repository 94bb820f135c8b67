import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { directoryOf, person, personDn } from '../../harness/slapd/entries.ts';
import { type Directory, startSlapd, suffix } from '../../harness/slapd/slapd.ts';
import { add } from '../../harness/world.ts';
import { ldapOf, startDirectoryWorld } from '../directories/ldap/world.ts';

let world: Awaited<ReturnType<typeof startDirectoryWorld>>;
let directory: Directory;
const people = ['ada', 'ben', 'cleo', 'dan', 'eva', 'fay'];
const secretOf = (uid: string) => `${uid}-of-the-directory`;
beforeAll(async () => {
  directory = await startSlapd({
    ldif: directoryOf(
      ...people.map((uid) => person(uid, { mail: `${uid}@acme.example`, userPassword: secretOf(uid) })),
    ),
    database: `overlay ppolicy\nppolicy_use_lockout\nppolicy_default "cn=policy,${suffix}"`,
  });
  await directory.change(
    [
      `dn: cn=policy,${suffix}\nchangetype: add\nobjectClass: pwdPolicy\nobjectClass: device\ncn: policy`,
      'pwdAttribute: userPassword\npwdMinLength: 12\npwdCheckQuality: 2\npwdAllowUserChange: TRUE\npwdLockout: TRUE\n',
    ].join('\n'),
  );
  world = await startDirectoryWorld();
  await add(world.root, 'ldap', ldapOf(directory, { id: 'main', filter: '(uid=ada)' }));
  await world.root.post('run-ldap', undefined, { query: { id: 'acme/main' } });
});
afterAll(async () => {
  await world?.app.stop();
  await directory?.stop();
});

const signIn = async (username: string, password: string, client = world.app.client()) => {
  const form = { type: 'login', application: 'app-acme', organization: 'acme', username, password };
  return { client, body: (await client.post('login', form)).body };
};
const change = async (changes: Record<string, unknown>) => {
  const { body } = await world.root.post('update-ldap', changes, { query: { id: 'acme/main' } });
  expect(body.status).toBe('ok');
};
const rowOf = (name: string) => world.app.db('users').where({ owner: 'acme', name }).first();

const usual = { filter: '(objectClass=inetOrgPerson)', signInMode: 'Synchronized people' };
beforeEach(() => change({ ...usual, writesPasswords: false, offlineHours: 0 }));

test('a synchronized person signs in with the password of the directory, and nothing of it is stored', async () => {
  expect((await signIn('ada', secretOf('ada'))).body).toMatchObject({ status: 'ok' });
  expect(await rowOf('ada')).toMatchObject({ password: '', password_salt: '' });
  expect((await signIn('ada@acme.example', secretOf('ada'))).body).toMatchObject({ status: 'ok' });
});

test('a wrong password and an empty one open nothing, and filters in a name are names', async () => {
  expect((await signIn('ada', 'wrong-password')).body).toMatchObject({ code: 'sign-in-failed' });
  expect((await signIn('ada', '')).body.status).toBe('error');
  expect((await signIn('a*', secretOf('ada'))).body).toMatchObject({ code: 'sign-in-failed' });
  expect((await signIn('*)(uid=ada', secretOf('ada'))).body).toMatchObject({ code: 'sign-in-failed' });
});

test('a person who is not synchronized is refused, until the directory admits everybody', async () => {
  expect((await signIn('ben', secretOf('ben'))).body).toMatchObject({ code: 'sign-in-failed' });
  expect(await rowOf('ben')).toBeUndefined();
  await change({ signInMode: 'Everybody' });
  expect((await signIn('ben', 'wrong-password')).body).toMatchObject({ code: 'sign-in-failed' });
  expect(await rowOf('ben')).toBeUndefined();
  expect((await signIn('ben', secretOf('ben'))).body).toMatchObject({ status: 'ok' });
  expect(await rowOf('ben')).toMatchObject({ email: 'ben@acme.example', password: '' });
  expect((await signIn('ben', secretOf('ben'))).body).toMatchObject({ status: 'ok' });
});

test('a person of the directory gets tokens by the password grant', async () => {
  const { data } = (await world.root.get('get-application', { id: 'admin/app-acme' })).body;
  const grantTypes = ['authorization_code', 'password'];
  await world.root.post('update-application', { ...data, grantTypes }, { query: { id: 'admin/app-acme' } });
  const client = world.app.client(basic(data.clientId, data.clientSecret));
  const form = new URLSearchParams({
    grant_type: 'password',
    username: 'ada',
    password: secretOf('ada'),
    scope: 'openid',
  });
  const answer = await client.post('login/oauth/access_token', form);
  expect(JSON.parse(answer.text)).toMatchObject({ access_token: expect.any(String) });
});

test('a new password goes to the directory, whose reasons are told in words', async () => {
  await change({ signInMode: 'Everybody' });
  const { client, body } = await signIn('eva', secretOf('eva'));
  expect(body.status).toBe('ok');
  const set = async (newPassword: string) =>
    (
      await client.post('set-password', {
        userOwner: 'acme',
        userName: 'eva',
        oldPassword: secretOf('eva'),
        newPassword,
      })
    ).body;
  const rules = async () => (await client.get('get-password-rules')).body.data;
  expect(await rules()).toEqual({ minLength: 8, source: 'Example', takesPasswords: false });
  expect(await set('a-new-password-of-eva')).toMatchObject({ code: 'password-in-directory' });
  await change({ writesPasswords: true, signInMode: 'Everybody' });
  // The directory demands more than the organization.
  expect(await rules()).toMatchObject({ minLength: 12, source: 'Example', takesPasswords: true });
  const short = await set('short-99');
  expect(short).toMatchObject({ status: 'error', code: expect.stringMatching(/^directory-password-/) });
  expect(short.msg).not.toBe('');
  expect(await set('a-new-password-of-eva')).toMatchObject({ status: 'ok' });
  expect(await rowOf('eva')).toMatchObject({ password: '' });
  expect((await signIn('eva', secretOf('eva'))).body).toMatchObject({ code: 'sign-in-failed' });
  expect((await signIn('eva', 'a-new-password-of-eva')).body).toMatchObject({ status: 'ok' });
});

test('the record and the log say why a directory refuses a person, and the person learns no more than of a wrong password', async () => {
  await change({ signInMode: 'Everybody' });
  expect((await signIn('fay', secretOf('fay'))).body).toMatchObject({ status: 'ok' });
  const locked = `dn: ${personDn('fay')}\nchangetype: modify\nadd: pwdAccountLockedTime\npwdAccountLockedTime: 000001010000Z\n`;
  await directory.change(locked);
  const { code, msg } = (await signIn('fay', 'wrong-password-1')).body;
  expect((await signIn('fay', secretOf('fay'))).body).toMatchObject({ code: 'sign-in-failed', msg });
  expect(code).toBe('sign-in-failed');
  const record = { outcome: 'refused', action: 'login', object: 'user acme/fay' };
  const last = await world.app.db('records').where(record).orderBy('id', 'desc').first();
  expect(last).toMatchObject({ reason: 'sign-in-failed directory-account-locked' });
  expect(world.app.logged.at(-1)).toContain('directory-account-locked');
});

test('while the directory is away, people are refused, or sign in for some hours with the password that it proved last', async () => {
  await change({ signInMode: 'Everybody' });
  await signIn('cleo', secretOf('cleo'));
  await change({ offlineHours: 8, signInMode: 'Everybody' });
  expect((await signIn('dan', secretOf('dan'))).body).toMatchObject({ status: 'ok' });
  expect((await signIn('dan', secretOf('dan'))).body).toMatchObject({ status: 'ok' });
  expect(await rowOf('dan')).toMatchObject({ password_type: 'argon2id' });
  await directory.stop();
  expect((await signIn('cleo', secretOf('cleo'))).body).toMatchObject({ code: 'directory-away' });
  expect((await signIn('nobody', 'whatever-it-is')).body).toMatchObject({ code: 'directory-away' });
  expect((await signIn('dan', 'wrong-password')).body.status).toBe('error');
  expect((await signIn('dan', secretOf('dan'))).body).toMatchObject({ status: 'ok' });
  await world.app.db('sync_links').update({ proved_time: new Date(Date.now() - 9 * 3_600_000) });
  expect((await signIn('dan', secretOf('dan'))).body).toMatchObject({ code: 'directory-away' });
  // A local user needs no directory.
  expect((await signIn('alice', 'correct-horse-battery')).body).toMatchObject({ status: 'ok' });
});

test('no log, record or answer has a password of the directory', async () => {
  const records = await world.app.db('records').select('*');
  const runs = [...(await world.app.db('sync_runs').select('*')), ...(await world.app.db('sync_rows').select('*'))];
  const told = JSON.stringify([world.app.logged, records, runs]);
  for (const secret of [...people.map(secretOf), 'directory-secret', 'a-new-password-of-eva'])
    expect(told).not.toContain(secret);
  expect(personDn('ada')).toContain('ada');
});
