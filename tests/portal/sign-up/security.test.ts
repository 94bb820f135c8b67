import { beforeAll, describe, expect, test } from 'vitest';
import { item } from '../world/pages-world.ts';
import { askForCode, from, otherThan } from '../world/portal-world.ts';
import { basics, displayName, email, form, signUpWorld } from './world.ts';

const minute = 60_000;

const world = signUpWorld();
const { asking, coded, signUp, stored } = world;
beforeAll(async () => void (await asking('plain', basics)));

describe('S11 escalation of rights', () => {
  test('nothing in the form makes an administrator, another owner or a verified address', async () => {
    const application = await asking('greedy', [...basics]);
    const wanted = {
      application,
      owner: 'built-in',
      isAdmin: true,
      isGlobalAdmin: true,
      id: 'chosen',
      score: 999,
      tag: 'boss',
      email: 'mallory@example.com',
      emailVerified: true,
      signupApplication: 'app-built-in',
      properties: { a: 'b' },
      createdIp: '1.2.3.4',
    };
    expect((await signUp(form('mallory', wanted))).status).toBe('ok');
    const made = await stored('mallory');
    expect(made).toMatchObject({
      isAdmin: false,
      isGlobalAdmin: false,
      score: 0,
      email: '',
      emailVerified: false,
      properties: {},
      signupApplication: 'greedy',
    });
    expect(made?.id).not.toBe('chosen');
    expect(made?.tag).not.toBe('boss');
    expect(await world.app.store('user').find(world.app.db, 'built-in', 'mallory')).toBeUndefined();
  });
});

describe('S26 codes at sign-up', () => {
  test('a wrong code makes no account, and a right one works once', async () => {
    const fields = await coded('cora');
    expect((await signUp({ ...fields, emailCode: otherThan(fields.emailCode) })).code).toBe('code-wrong');
    expect(await stored('cora')).toBeUndefined();
    const twice = await Promise.all([signUp(fields), signUp({ ...fields, username: 'cora2' }, from(world.other))]);
    expect(twice.filter(({ status }) => status === 'ok')).toHaveLength(1);
  });

  test('a code for sign-in, another address or another application does not work', async () => {
    const fields = await coded('carl');
    const market = await asking('market', [...basics, displayName, email], { providers: [{ name: 'provider_mail' }] });
    expect((await signUp({ ...fields, application: market })).code).toBe('code-wrong');
    expect((await signUp({ ...fields, email: 'else@example.com' })).code).toBe('code-not-sent');
    world.later(minute);
    const before = world.mail.received.length;
    await askForCode(from(world.app), 'alice@acme.example', { method: 'login' });
    await expect.poll(() => world.mail.received.length).toBe(before + 1);
    const emailCode = await world.mail.codeTo('alice@acme.example');
    expect((await signUp(form('cato', { email: 'alice@acme.example', emailCode }))).code).toBe('code-wrong');
    expect((await signUp(fields)).status).toBe('ok');
  });

  test('another problem of the form does not use up the code', async () => {
    const fields = await coded('chloe');
    expect((await signUp({ ...fields, username: 'alice' })).code).toBe('username-taken');
    expect((await signUp(fields)).status).toBe('ok');
  });
});

describe('S25 who exists', () => {
  test('a request for a sign-up code gets the same answer for an address that exists', async () => {
    const ask = async (dest: string) => {
      const sent = { type: 'email', dest, applicationId: 'admin/shop', method: 'signup' };
      const { status, text } = await from(world.app).post('send-verification-code', sent);
      return { status, text };
    };
    world.later(minute);
    expect(await ask('alice@acme.example')).toEqual(await ask('unheard-of@example.com'));
  });

  test('a taken address or name is reported after its code, not before', async () => {
    const taken = form('alice', { email: 'alice@acme.example', emailCode: '00000' });
    world.later(10 * minute);
    expect((await signUp(taken)).code).toBe('code-late');
    const fields = await coded('dina', { email: 'alice@acme.example' });
    expect(await signUp(fields)).toMatchObject({ code: 'email-taken', msg: 'email already exists' });
  });

  test('an address without a code can be tried five times, from anywhere', async () => {
    const application = await asking('unproven', [...basics, { ...email, rule: 'No verification' }]);
    const tried = async (name: string) =>
      (await signUp(form(name, { application, email: 'alice@acme.example' }), from(world.app))).code;
    for (let tries = 0; tries < 5; tries += 1) expect(await tried(`nell${tries}`)).toBe('email-taken');
    expect(await tried('nell')).toBe('too-many-requests');
  });

  test('names can be tried twenty times from one network address', async () => {
    const client = from(world.app, '203.0.113.99');
    const plain = { application: 'plain' };
    for (let tries = 0; tries < 20; tries += 1)
      expect((await signUp(form('alice', plain), client)).code).toBe('username-taken');
    expect((await signUp(form('alice', plain), client)).code).toBe('too-many-requests');
  });
});

test('S30 a name or an address that differs from an existing one only in capitals is refused', async () => {
  const application = await asking('plainly', [...basics, { ...email, rule: 'No verification' }]);
  const join = async (name: string, address: string) =>
    (await signUp(form(name, { application, email: address }))).code ?? 'ok';
  expect(await join('otto_k', 'otto@example.com')).toBe('ok');
  expect(await join('Otto_K', 'other@example.com')).toBe('username-taken');
  expect(await join('odo', 'OTTO@example.com')).toBe('email-taken');
  expect(await join('ottojk', 'o_to@example.com')).toBe('ok');
  // Of several sign-ups at once, on any server, the first gets the name.
  const called = ['racer_r', 'Racer_R', 'RACER_R', 'rAcEr_r', 'racer_R', 'Racer_r'];
  const answers = called.map((name, index) =>
    signUp(form(name, { application, email: `racer${index}@example.com` }), from(index % 2 ? world.app : world.other)),
  );
  const codes = (await Promise.all(answers)).map(({ code }) => code ?? 'ok').toSorted();
  expect(codes).toEqual(['ok', ...called.slice(1).map(() => 'username-taken')]);
});

test('S30 a later user is not found by the ID card number of an earlier one', async () => {
  const application = await world.asking('carded', [...basics, item('ID card', { required: false })]);
  const idCard = '11010519491231002X';
  const join = async (name: string, card: string) => {
    const own = { application, idCard: card, password: `password-of-${name}`, confirm: `password-of-${name}` };
    expect((await signUp(form(name, own))).status).toBe('ok');
    world.later(1000);
  };
  await join('owner_here', '');
  await join('owner_later', idCard);
  // This user comes first in the database, although they signed up last.
  const { data } = (await world.root.get('get-user', { id: 'acme/owner_here' })).body;
  await world.root.post('update-user', { ...data, idCard }, { query: { id: 'acme/owner_here' } });
  const signIn = async (password: string) =>
    (
      await from(world.app).post('login', {
        type: 'login',
        application: 'app-built-in',
        organization: 'acme',
        username: idCard,
        password,
      })
    ).body;
  expect((await signIn('password-of-owner_later')).code).toBe('sign-in-failed');
  expect((await signIn('password-of-owner_here')).data).toBe('acme/owner_here');
});

test('S33 passwords of a megabyte are refused before hashing, and no password is stored readable', async () => {
  const huge = 'x'.repeat(1_000_000);
  expect((await signUp(form('max', { application: 'plain', password: huge, confirm: huge }))).code).toBe(
    'password-too-long',
  );
  await signUp(form('mia', { application: 'plain' }));
  expect(await stored('mia')).toMatchObject({
    passwordType: 'argon2id',
    password: expect.stringMatching(/^\$argon2id\$/),
  });
});

test('S19 another site cannot sign a user up', async () => {
  const { body } = await from(world.app).post('signup', form('ned'), { headers: { Origin: 'https://evil.example' } });
  expect(body.code).toBe('cross-site');
});
