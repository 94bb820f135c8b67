import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { factorWorld } from '../../protocol/second-factor/factor-world.ts';
import { createOperator } from '../operator.ts';
import { digests, fine, imported, moved, object, organization, person, problemsOf } from './world.ts';

const world = factorWorld({ passwordType: 'bcrypt' });
const operator = () => createOperator(world.app.url);
const signIn = (username: string, form: object = { password: moved }, client = world.browser()) =>
  world.login(client, { username, ...form });

describe('a user signs in with the password of before', () => {
  test.each(Object.keys(digests))('that was kept as %s', async (form) => {
    const name = `was-${form}`;
    expect(await imported(operator(), person(name, {}, { digest: digests[form] as never }))).toEqual([fine]);
    expect(await signIn(name, { password: `${moved}!` })).toMatchObject({ status: 'error', code: 'sign-in-failed' });
    expect(await signIn(name)).toMatchObject({ status: 'ok' });
    expect(await signIn(name)).toMatchObject({ status: 'ok' });
    const [{ password }] = await world.app.db('users').where({ name });
    expect(password).not.toBe(moved);
  });
});

describe('a password that is in use', () => {
  test.each(['123456', 'a', ' blank at the ends '])(
    'goes on although new ones may not be like it: "%s"',
    async (typed) => {
      const name = `weak-${typed.length}`;
      const digest = { passwordType: 'plain', password: typed };
      expect(await imported(operator(), person(name, {}, { digest }))).toEqual([fine]);
      expect(await signIn(name, { password: typed })).toMatchObject({ status: 'ok' });
      const [row] = await world.app.db('users').where({ name });
      expect(row).toMatchObject({ password_type: 'bcrypt', must_change_password: false });
      expect(await imported(operator(), person(name, {}, { digest }))).toEqual([{ ...fine, outcome: 'same' }]);
    },
  );

  test('is left out if its type cannot take its length', async () => {
    const [result] = await imported(
      operator(),
      person('endless', {}, { digest: { passwordType: 'plain', password: 'x'.repeat(100) } }),
    );
    expect([result?.outcome, ...problemsOf(result as never)]).toEqual(['added', 'digest password-too-long']);
  });

  test('is judged by the rules if the source calls it a new one', async () => {
    const [result] = await imported(operator(), person('new', { password: '123456' }));
    expect(problemsOf(result as never)).toEqual(['password password-too-short']);
  });
});

describe('a digest of the type salt', () => {
  const digestWith = (salt: string) => {
    const bare = createHash('sha256').update(moved).digest('hex');
    const password = salt
      ? createHash('sha256')
          .update(bare + salt)
          .digest('hex')
      : bare;
    return { passwordType: 'salt', password, passwordSalt: salt };
  };

  test.each(['', 'here', 'of before'])('is verified in an organization with the salt "%s"', async (here) => {
    const owner = `salted-${here.length}`;
    const place = { passwordType: 'salt', passwordSalt: here, upgradePasswords: false, enableSignUp: true };
    await imported(
      operator(),
      organization(owner, place),
      object('application', { owner: 'admin', name: owner, organization: owner, cert: 'cert-built-in' }),
    );
    const names = ['before', 'own'] as const;
    const digest = { before: digestWith('of before'), own: { ...digestWith(here), passwordSalt: '' } };
    const people = names.map((name) => person(name, { owner }, { digest: digest[name] }));
    expect(await imported(operator(), ...people)).toEqual([fine, fine]);
    const { items } = (await operator().get(`users/${owner}`)).body;
    expect(items.map((item: { digest: object }) => item.digest)).toEqual([
      digest.before,
      { ...digest.own, passwordSalt: here },
    ]);
    for (const username of names) {
      const attempt = (password: string) => signIn(username, { application: owner, organization: owner, password });
      expect(await attempt(`${moved}!`)).toMatchObject({ code: 'sign-in-failed' });
      expect(await attempt(moved)).toMatchObject({ status: 'ok' });
    }
  });
});

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const code = () => oneTimeCode(fromBase32(secret), world.now());

describe('a user with second factors of before', () => {
  test('needs the code of their app, which works once', async () => {
    const digest = digests.argon2id as never;
    const extra = { digest, totp: secret, recoveryCodes: ['quiet-otter-42'] };
    expect(await imported(operator(), person('app', {}, extra))).toEqual([fine]);
    const client = world.browser();
    expect(await signIn('app', undefined, client)).toMatchObject({ code: 'factor-required' });
    expect(await world.login(client, { factorCode: '000000' })).toMatchObject({ code: 'code-wrong' });
    const shown = code();
    expect(await world.login(client, { factorCode: shown })).toMatchObject({ status: 'ok' });
    const second = world.browser();
    await signIn('app', undefined, second);
    expect(await world.login(second, { factorCode: shown })).toMatchObject({ code: 'code-wrong' });
  });

  test('gets recovery codes at the first sign-in, if the source had none', async () => {
    const digest = digests.argon2id as never;
    await imported(operator(), person('codeless', {}, { digest, totp: secret }));
    const client = world.browser();
    await signIn('codeless', undefined, client);
    expect(await world.login(client, { factorCode: code() })).toMatchObject({ code: 'factor-recovery' });
  });

  const upper = 'K7QX2M9PLR4T';
  test.each([
    ['as they keep it', { recoveryCodes: ['quiet-otter-42', 'brave-heron-17'] }, 'Quiet Otter 42'],
    [
      'of which the source had a digest',
      { recoveryDigests: [upper, 'W3NB8VJ5HZ6D'].map((each) => createHash('sha512').update(each).digest('base64')) },
      'k7qx-2m9p-lr4t',
    ],
  ])('signs in with a recovery code %s, once', async (about, codes, typed) => {
    const name = `codes-${about.length}`;
    const digest = digests.argon2id as never;
    expect(await imported(operator(), person(name, {}, { digest, totp: secret, ...codes }))).toEqual([fine]);
    const stored = JSON.stringify(await world.app.db('factors').where({ user: name }));
    for (const each of Object.values(codes).flat()) expect(stored).not.toContain(each);
    const attempt = async () => {
      const client = world.browser();
      await signIn(name, undefined, client);
      return world.login(client, { factor: 'recovery', factorCode: typed });
    };
    expect(await attempt()).toMatchObject({ status: 'ok' });
    expect(await attempt()).toMatchObject({ code: 'code-wrong' });
  });
});
