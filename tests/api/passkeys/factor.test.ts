import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { password } from '../../harness/world.ts';
import { createAuthenticator } from './authenticator.ts';
import { passkeyWorld } from './passkey-world.ts';

const world = passkeyWorld();
const minute = 60_000;
type Options = Parameters<Awaited<ReturnType<typeof world.aKeeper>>['key']['get']>[0];

/** Signs in with the password, up to the question for a second factor. */
async function half(name: string) {
  const browser = world.browser();
  const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password };
  const { body } = await browser.post('login', form);
  return { browser, body };
}

const challenge = async ({ post }: Awaited<ReturnType<typeof half>>['browser'], more: object = {}) =>
  (await post('ask-factor', { factor: 'passkey', ...more })).body.data?.publicKey as Options;

const answer = async (browser: Awaited<ReturnType<typeof half>>['browser'], credential: object) =>
  (
    await browser.post('login', {
      ...{ type: 'login', application: 'shop', organization: 'acme', factor: 'passkey' },
      factorCredential: JSON.stringify(credential),
    })
  ).body;

describe('a passkey as the second factor', () => {
  test('is asked for after the password where the user needs one, and may be touched only', async () => {
    const { name, key } = await world.aKeeper();
    await world.root.post('update-user', { requireSecondFactor: true }, { query: { id: `acme/${name}` } });
    const { browser, body } = await half(name);
    expect(body).toMatchObject({ code: 'factor-required', data: { factors: ['passkey'] } });
    const options = await challenge(browser);
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'preferred' });
    const ended = await answer(browser, key.get(options, { isVerified: false, isSynced: false }));
    expect(ended).toMatchObject({ status: 'ok', data: `acme/${name}` });
    const [session] = await world.sessionsOf(name).whereNotNull('factor_time');
    expect([...session.amr].sort()).toEqual(['mfa', 'pwd', 'swk', 'user']);
  });

  test('is not asked for where a user only may have one, because a passkey is there to sign in more easily', async () => {
    const { name } = await world.aKeeper();
    expect((await half(name)).body).toMatchObject({ status: 'ok' });
  });

  test('is not asked for after a sign-in by passkey, which is two factors', async () => {
    const { name, key } = await world.aKeeper();
    await world.root.post('update-user', { requireSecondFactor: true }, { query: { id: `acme/${name}` } });
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', { application: 'shop' });
    expect(await world.login(browser, key.get(options))).toMatchObject({ status: 'ok' });
  });

  test('S31 takes no other challenge, no other passkey, no second use, and nothing after five minutes', async () => {
    const [{ name, key }, other] = [await world.aKeeper(), await world.aKeeper()];
    await world.root.post('update-user', { requireSecondFactor: true }, { query: { id: `acme/${name}` } });
    const { browser } = await half(name);
    const elsewhere = await half(name);
    const foreign = await challenge(elsewhere.browser);
    expect(await answer(browser, key.get(foreign))).toMatchObject({ code: 'passkey-expired' });
    const signIn = await world.optionsOf(browser, 'signin', { application: 'shop' });
    expect(await answer(browser, key.get(signIn))).toMatchObject({ code: 'passkey-expired' });
    expect(await answer(browser, other.key.get(await challenge(browser)))).toMatchObject({ code: 'passkey-refused' });
    const late = await challenge(browser);
    world.later(5 * minute);
    expect(await answer(browser, key.get(late))).toMatchObject({ code: 'passkey-expired' });
    expect(await world.sessionsOf(name)).toHaveLength(1);
    const last = key.get(await challenge(browser));
    expect(await answer(browser, last)).toMatchObject({ status: 'ok' });
    expect(await answer(elsewhere.browser, last)).toMatchObject({ code: 'passkey-expired' });
  });

  test('S27 is asked only of users who have proved something before', async () => {
    const { body } = await world.browser().post('ask-factor', { factor: 'passkey' });
    expect(body.code).toBe('step-missing');
    expect((await world.browser().post('ask-factor', { factor: 'passkey', again: true })).body.code).toBe(
      'sign-in-first',
    );
    const { browser } = await world.aKeeper();
    expect((await browser.post('ask-factor', { factor: 'totp', again: true })).body.code).toBe('factor-missing');
  });

  test('is a fresh proof, in the session that asked for it', async () => {
    const { browser, key } = await world.aKeeper();
    world.later(11 * minute);
    expect((await browser.get('webauthn/signup/begin')).body.code).toBe('proof-required');
    expect((await browser.get('get-proofs')).body.data).toMatchObject({ factors: ['passkey'] });
    const options = await challenge(browser, { again: true });
    const factorCredential = JSON.stringify(key.get(options));
    const stranger = await world.aKeeper();
    const form = { factor: 'passkey', factorCredential };
    expect((await stranger.browser.post('prove-again', form)).body.code).toBe('passkey-expired');
    expect((await browser.post('prove-again', form)).body.status).toBe('ok');
    await world.optionsOf(browser, 'signup');
  });
});

describe('a passkey that is made in the middle of a sign-in that must have a second factor', () => {
  const mustHave = async () => {
    const name = await world.aUser({ requireSecondFactor: true });
    return { name, ...(await half(name)) };
  };

  test('is the second factor from then on, and signs in alone', async () => {
    const { name, browser, body } = await mustHave();
    expect(body).toMatchObject({ code: 'factor-enrol', data: { factors: ['totp', 'passkey'] } });
    const key = createAuthenticator(world.app.url);
    const made = key.create(await challenge(browser));
    expect(await answer(browser, made)).toMatchObject({ status: 'ok', data: `acme/${name}` });
    const [session] = await world.sessionsOf(name);
    expect(session.amr.toSorted()).toEqual(['mfa', 'pwd', 'swk', 'user']);
    const [record] = await world.app.db('records').where({ object: `user acme/${name}`, reason: 'passkey added' });
    expect(record).toMatchObject({ owner: 'acme', outcome: 'ok', user: name });
    expect((await half(name)).body).toMatchObject({ code: 'factor-required', data: { factors: ['passkey'] } });
    const visitor = world.browser();
    const options = await world.optionsOf(visitor, 'signin', { application: 'shop' });
    expect(await world.login(visitor, key.get(options))).toMatchObject({ status: 'ok', data: `acme/${name}` });
  });

  test('S31 takes no challenge of another browser or purpose, no second use, and no key that does not verify its user', async () => {
    const [first, other] = [await mustHave(), await mustHave()];
    const key = createAuthenticator(world.app.url);
    const foreign = key.create(await challenge(other.browser));
    expect(await answer(first.browser, foreign)).toMatchObject({ code: 'passkey-expired' });
    expect(await answer(other.browser, foreign)).toMatchObject({ status: 'ok' });
    expect(await answer(first.browser, foreign)).toMatchObject({ code: 'passkey-expired' });
    const { browser: signedIn, key: had } = await world.aKeeper();
    await world.prove(signedIn, had);
    const own = createAuthenticator(world.app.url).create(await world.optionsOf(signedIn, 'signup'));
    expect(await answer(first.browser, own)).toMatchObject({ code: 'passkey-expired' });
    const blind = createAuthenticator(world.app.url).create(await challenge(first.browser), { isVerified: false });
    expect(await answer(first.browser, blind)).toMatchObject({ code: 'passkey-unverified' });
    expect((await first.browser.get('get-account')).body.status).toBe('error');
    expect(await world.app.db('passkeys').where({ owner: 'acme', user: first.name })).toEqual([]);
  });

  test('is not offered where the application has no passkeys', async () => {
    const name = await world.aUser({ requireSecondFactor: true });
    const browser = world.browser();
    const form = { type: 'login', application: 'desk', organization: 'acme', username: name, password };
    expect((await browser.post('login', form)).body).toMatchObject({ data: { factors: ['totp'] } });
    expect((await browser.post('ask-factor', { factor: 'passkey' })).body.code).toBe('factor-missing');
  });
});

describe('S28 35.4 beside a second factor, the password alone adds and removes no passkey', () => {
  const form = { type: 'login', application: 'shop', organization: 'acme' };
  const isLeft = async (name: string) => (await world.app.db('passkeys').where({ owner: 'acme', user: name })).length;
  const trusting = () =>
    world.root.post('update-organization', { trustedDeviceDays: 7 }, { query: { id: 'admin/acme' } });

  /** Proves a second factor, trusts the browser, and signs in again by the password alone. */
  async function byPasswordOnly(browser: Client, name: string, proof: object): Promise<void> {
    const proved = await browser.post('login', { ...form, ...proof, trustDevice: true });
    expect(proved.body).toMatchObject({ status: 'ok' });
    await browser.post('logout');
    expect((await browser.post('login', { ...form, username: name, password })).body).toMatchObject({ status: 'ok' });
  }

  test('S28 35.4 in a browser that they trust, until they prove the factor', async () => {
    await trusting();
    const { name, key } = await world.aKeeper();
    await world.root.post('update-user', { requireSecondFactor: true }, { query: { id: `acme/${name}` } });
    const { browser } = await half(name);
    const factorCredential = JSON.stringify(key.get(await challenge(browser)));
    await byPasswordOnly(browser, name, { factor: 'passkey', factorCredential });
    expect((await browser.get('webauthn/signup/begin')).body.code).toBe('proof-required');
    const [{ id }] = (await browser.get('get-passkeys')).body.data;
    expect((await browser.post('delete-passkey', { id })).body.code).toBe('proof-required');
    const query = { id: `acme/${name}` };
    const known = (await browser.get('get-user', query)).body.data;
    const shorter = await browser.post('update-user', { ...known, webauthnCredentials: [] }, { query });
    expect(shorter.body.code).toBe('proof-required');
    expect(await isLeft(name)).toBe(1);
    const again = {
      factor: 'passkey',
      factorCredential: JSON.stringify(key.get(await challenge(browser, { again: true }))),
    };
    expect((await browser.post('prove-again', again)).body.status).toBe('ok');
    expect((await world.register(browser)).body.status).toBe('ok');
    expect((await browser.post('delete-passkey', { id })).body.status).toBe('ok');
    expect(await isLeft(name)).toBe(1);
  });

  test('S28 35.4 so a passkey that somebody has only to sign in more easily protects the list of passkeys too', async () => {
    const { name, key } = await world.aKeeper();
    const { browser, body } = await half(name);
    expect(body.status).toBe('ok');
    const query = { id: `acme/${name}` };
    expect((await browser.get('get-proofs')).body.data).toMatchObject({ factors: ['passkey'], password: false });
    const everyWay = async () => [
      (await browser.get('webauthn/signup/begin')).body.code,
      (await browser.post('delete-passkey', { id: key.id })).body.code,
      (await browser.post('update-user', { webauthnCredentials: [] }, { query })).body.code,
      (await browser.post('begin-factor')).body.code,
    ];
    const refused = Array(4).fill('proof-required');
    expect(await everyWay()).toEqual(refused);
    // Another proof by the password does not suffice.
    expect((await browser.post('prove-again', { password })).body.status).toBe('ok');
    expect(await everyWay()).toEqual(refused);
    expect(await isLeft(name)).toBe(1);
    expect(await world.prove(browser, key)).toMatchObject({ status: 'ok' });
    expect((await world.register(browser)).body.status).toBe('ok');
    expect((await browser.post('delete-passkey', { id: key.id })).body.status).toBe('ok');
    expect(await isLeft(name)).toBe(1);
  });

  test('S28 35.4 so nobody takes an app for codes away by a passkey that they added', async () => {
    await trusting();
    const name = await world.aUser();
    const own = await world.signedIn(name);
    const { secret, enrolment } = (await own.post('begin-factor')).body.data;
    const code = () => oneTimeCode(fromBase32(secret), world.now());
    expect((await own.post('add-factor', { enrolment, code: code() })).body.status).toBe('ok');
    world.later(minute);
    const { browser } = await half(name);
    await byPasswordOnly(browser, name, { factor: 'totp', factorCode: code() });
    expect((await browser.get('webauthn/signup/begin')).body.code).toBe('proof-required');
    expect(await isLeft(name)).toBe(0);
  });
});
