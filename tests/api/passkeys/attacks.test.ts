import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { carryCookies, cookieName } from '../../harness/cookies.ts';
import { add, password } from '../../harness/world.ts';
import { createAuthenticator, type Manner } from './authenticator.ts';
import { passkeyWorld } from './passkey-world.ts';

const world = passkeyWorld();
const at = { application: 'shop' };
const minute = 60_000;

const wrong: [string, Manner, string][] = [
  ['from another origin', { origin: 'https://evil.example' }, 'passkey-refused'],
  ['from a page in a foreign page', { crossOrigin: true }, 'passkey-refused'],
  ['for another relying party', { rpId: 'evil.example' }, 'passkey-refused'],
  ['for a challenge that nobody drew', { challenge: randomBytes(32).toString('base64url') }, 'passkey-expired'],
  ['of the wrong type', { type: 'payment.get' }, 'passkey-refused'],
  ['without the presence of a user', { isPresent: false }, 'passkey-refused'],
  ['without a check that it is the user', { isVerified: false }, 'passkey-unverified'],
];

describe('S31 a sign-in is refused', () => {
  test.each(wrong)('35.16 with an answer %s, which stores nothing', async (_, manner, code) => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', { owner: 'acme', name, ...at });
    const before = await world.sessionsOf(name);
    const rows = () => world.app.db('passkey_challenges').count('*');
    const challenges = await rows();
    for (let time = 0; time < 3; time++)
      expect(await world.login(browser, key.get(options, manner))).toMatchObject({ code });
    expect(await rows()).toEqual(challenges);
    expect(await world.sessionsOf(name)).toHaveLength(before.length);
    const [record] = await world.records('login', name, 'refused');
    expect(record).toMatchObject({ outcome: 'refused', reason: code });
    const twin = world.browser();
    carryCookies(browser, twin);
    expect(await world.login(browser, key.get(options))).toMatchObject({ status: 'ok' });
    expect(await world.login(twin, key.get(options))).toMatchObject({ code: 'passkey-expired' });
    expect(world.app.logged.join('\n')).not.toContain(options.challenge);
  });

  test('with a signature of another key, or with the passkey of another user under their name', async () => {
    const [{ key }, stranger] = [await world.aKeeper(), await world.aKeeper()];
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const browser = world.browser();
    const forged = key.get(await world.optionsOf(browser, 'signin', at), { key: privateKey });
    expect(await world.login(browser, forged)).toMatchObject({ code: 'passkey-refused' });
    const options = await world.optionsOf(browser, 'signin', at);
    const borrowed = { ...stranger.key.get(options), id: key.id, rawId: key.id };
    expect(await world.login(browser, borrowed)).toMatchObject({ code: 'passkey-refused' });
    const handle = stranger.key.get(options).response.userHandle;
    const confused = key.get(await world.optionsOf(browser, 'signin', at), { userHandle: handle });
    expect(await world.login(browser, confused)).toMatchObject({ code: 'passkey-refused' });
  });

  test('35.16 with a changed challenge, and strangers who only begin store nothing', async () => {
    const { name, key } = await world.aKeeper();
    const rows = () => world.app.db('passkey_challenges').count('*');
    const [before, browser] = [await rows(), world.browser()];
    const options = await world.optionsOf(browser, 'signin', { owner: 'acme', name, ...at });
    await world.browser().get('webauthn/signup/begin', at);
    const bytes = Buffer.from(options.challenge, 'base64url');
    const longer = Buffer.from(bytes.toString('latin1').replace('"signin"', '"signup"'), 'latin1');
    for (const challenge of [longer.toString('base64url'), `${options.challenge}=`, bytes.toString('hex'), ''])
      expect(await world.login(browser, key.get(options, { challenge }))).toMatchObject({ code: 'passkey-expired' });
    expect(await rows()).toEqual(before);
    expect(await world.login(browser, key.get(options))).toMatchObject({ status: 'ok' });
  });

  test('with an answer that was used before, also on another replica at the same time', async () => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', at);
    const answer = key.get(options);
    const twin = world.browser(world.other);
    carryCookies(browser, twin);
    const answers = await Promise.all([browser, twin, browser, twin].map((each) => world.login(each, answer)));
    expect(answers.filter(({ status }) => status === 'ok')).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 'passkey-expired')).toHaveLength(3);
    expect(await world.sessionsOf(name)).toHaveLength(2);
  });

  test("with another browser's challenge, an old one, or one for another application or purpose", async () => {
    const { browser: own, key } = await world.aKeeper();
    const [victim, browser] = [world.browser(), world.browser()];
    const foreign = await world.optionsOf(victim, 'signin', at);
    await world.optionsOf(browser, 'signin', at);
    expect(await world.login(browser, key.get(foreign))).toMatchObject({ code: 'passkey-expired' });
    const bank = await world.optionsOf(browser, 'signin', { application: 'bank' });
    expect(await world.login(browser, key.get(bank))).toMatchObject({ code: 'passkey-expired' });
    await world.prove(own, key);
    const adding = await world.optionsOf(own, 'signup');
    const elsewhere = world.browser();
    elsewhere.cookies.set(
      cookieName(elsewhere.url, 'passkey'),
      String(own.cookies.get(cookieName(own.url, 'passkey'))),
    );
    expect(await world.login(elsewhere, key.get({ ...adding, rpId: 'localhost' }))).toMatchObject({
      code: 'passkey-expired',
    });
    const old = await world.optionsOf(browser, 'signin', at);
    world.later(5 * minute);
    expect(await world.login(browser, key.get(old))).toMatchObject({ code: 'passkey-expired' });
  });

  test('with a passkey of another organization', async () => {
    const { name, key } = await world.aKeeper({ owner: 'globex' });
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', at);
    expect(await world.login(browser, key.get(options))).toMatchObject({ code: 'passkey-refused' });
    const own = await world.optionsOf(browser, 'signin', { application: 'yard' });
    expect(await world.login(browser, key.get(own), { application: 'yard', organization: 'globex' })).toMatchObject({
      data: `globex/${name}`,
    });
  });

  test('where the application does not offer it, also when it was switched off after the challenge', async () => {
    const { key } = await world.aKeeper();
    const browser = world.browser();
    const closed = await browser.get('webauthn/signin/begin', { application: 'desk' });
    expect(closed.body.code).toBe('unknown-login-type');
    const options = await world.optionsOf(browser, 'signin', at);
    const off = (enableWebAuthn: boolean) =>
      world.root.post('update-application', { enableWebAuthn }, { query: { id: 'admin/shop' } });
    await off(false);
    try {
      expect(await world.login(browser, key.get(options))).toMatchObject({ code: 'unknown-login-type' });
      expect((await browser.post('webauthn/signin/finish', key.get(options))).body.code).toBe('unknown-login-type');
    } finally {
      await off(true);
    }
  });

  test('of a blocked user, who learns that, and of a deleted one, who does not', async () => {
    const { name, key } = await world.aKeeper();
    const query = { id: `acme/${name}` };
    for (const [change, code] of [
      [{ isForbidden: true }, 'user-forbidden'],
      [{ isForbidden: false, isDeleted: true }, 'passkey-refused'],
    ] as const) {
      await world.root.post('update-user', change, { query });
      const browser = world.browser();
      const options = await world.optionsOf(browser, 'signin', at);
      expect(await world.login(browser, key.get(options))).toMatchObject({ code });
    }
  });

  test('when the counter stands still or goes back, which marks the passkey and is recorded', async () => {
    const { name, browser: own, key } = await world.aKeeper({}, { counter: 5 });
    const visit = async (counter: number) => {
      const browser = world.browser();
      return world.login(browser, key.get(await world.optionsOf(browser, 'signin', at), { counter }));
    };
    expect(await visit(6)).toMatchObject({ status: 'ok' });
    expect(await visit(4_294_967_295)).toMatchObject({ status: 'ok' });
    for (const counter of [4_294_967_295, 7, 0]) expect(await visit(counter)).toMatchObject({ code: 'passkey-copied' });
    const [record] = await world.records('login', name, 'refused');
    expect(record).toMatchObject({ outcome: 'refused', reason: 'passkey-copied' });
    expect((await own.get('get-passkeys')).body.data).toMatchObject([{ isSuspect: true }]);
  });

  test('that may be copied, also when its counter is ahead again, until its user removes it', async () => {
    const { key } = await world.aKeeper({}, { counter: 5 });
    const visit = async (counter: number) => {
      const browser = world.browser();
      return world.login(browser, key.get(await world.optionsOf(browser, 'signin', at), { counter }));
    };
    expect(await visit(6)).toMatchObject({ status: 'ok' });
    for (const counter of [6, 7, 8]) expect(await visit(counter)).toMatchObject({ code: 'passkey-copied' });
  });

  test.each([
    ['no JSON', 'nonsense'],
    ['no answer', '{}'],
    ['a list', '[]'],
    ['other members', JSON.stringify({ id: 'a', rawId: 'a', type: 'public-key', response: { __proto__: {} } })],
  ])('with %s', async (_, credential) => {
    const { body } = await world.browser().post('login', { type: 'login', application: 'shop', credential });
    expect(body.code).toBe('passkey-refused');
  });
});

describe('S31 a new passkey is refused', () => {
  test.each([
    ...wrong.filter(([, { type }]) => !type),
    ['of the wrong type', { type: 'webauthn.get' }, 'passkey-refused'],
  ])('%s', async (_, manner, code) => {
    const browser = await world.signedIn(await world.aUser());
    const { body } = await world.register(browser, manner as Manner);
    expect(body.code).toBe(code);
    expect((await browser.get('get-passkeys')).body.data).toEqual([]);
  });

  test('twice for one challenge, in another session, and after five minutes', async () => {
    const name = await world.aUser();
    const [browser, other] = [await world.signedIn(name), await world.signedIn(name)];
    const finish = async (client: typeof browser, made: object) =>
      (await client.post('webauthn/signup/finish', made)).body.code ?? 'ok';
    const options = await world.optionsOf(browser, 'signup');
    expect(await finish(other, createAuthenticator(world.app.url).create(options))).toBe('passkey-expired');
    const key = createAuthenticator(world.app.url);
    expect(await finish(browser, key.create(options))).toBe('ok');
    await world.prove(browser, key);
    expect(await finish(browser, createAuthenticator(world.app.url).create(options))).toBe('passkey-expired');
    const late = await world.optionsOf(browser, 'signup');
    world.later(5 * minute);
    expect(await finish(browser, createAuthenticator(world.app.url).create(late))).toBe('passkey-expired');
  });

  test('without a session, without a fresh proof, and where the organization reserves passkeys for administrators', async () => {
    expect((await world.browser().get('webauthn/signup/begin')).body.code).toBe('sign-in-first');
    const browser = await world.signedIn(await world.aUser());
    world.later(10 * minute);
    expect((await browser.get('webauthn/signup/begin')).body.code).toBe('proof-required');
    expect((await browser.post('delete-passkey', { id: 'any' })).body.code).toBe('proof-required');
    await browser.post('prove-again', { password });
    const { data } = (await world.root.get('get-organization', { id: 'admin/acme' })).body;
    const put = (accountItems: object[]) =>
      world.root.post('update-organization', { accountItems }, { query: { id: 'admin/acme' } });
    await put(data.accountItems.filter(({ name }: { name: string }) => name !== 'WebAuthn credentials'));
    try {
      expect((await browser.get('webauthn/signup/begin')).body.code).toBe('field-rule');
    } finally {
      await put(data.accountItems);
    }
    await world.optionsOf(browser, 'signup');
  });

  test('S17 with the master password, which removes and names none either', async () => {
    await add(world.root, 'organization', { name: 'vault', displayName: 'Vault', masterPassword: 'a-master-password' });
    await add(world.root, 'user', { owner: 'vault', name: 'vera', password });
    await add(world.root, 'application', { name: 'safe', organization: 'vault', cert: 'cert-built-in' });
    const browser = world.browser();
    const form = { type: 'login', application: 'safe', organization: 'vault', username: 'vera' };
    expect((await browser.post('login', { ...form, password: 'a-master-password' })).body.status).toBe('ok');
    expect((await browser.get('webauthn/signup/begin')).body.code).toBe('impersonated');
    for (const [path, body] of [
      ['delete-passkey', { id: 'any' }],
      ['rename-passkey', { id: 'any', name: 'Any' }],
    ] as const)
      expect((await browser.post(path, body)).body.code).toBe('impersonated');
  });
});

describe('passkeys stay private', () => {
  test('S9 another user and an administrator of another organization neither see nor remove them', async () => {
    const { name, key } = await world.aKeeper();
    await add(world.root, 'user', { owner: 'globex', name: `admin-${name}`, password, isAdmin: true });
    const clients = [await world.signedIn(await world.aUser()), await world.signedIn(`admin-${name}`, 'globex')];
    for (const client of clients) {
      expect((await client.get('get-passkeys', { id: `acme/${name}` })).body.code).toBe('unauthorized');
      const { body } = await client.post('delete-passkey', { id: key.id, user: `acme/${name}` });
      expect(body.code).toBe('unauthorized');
    }
    expect(await world.app.db('passkeys').where({ id: key.id })).toHaveLength(1);
  });

  test('S25 a name without passkeys and one that nobody has get the same kind of answer each time', async () => {
    const { name } = await world.aKeeper();
    const bare = await world.aUser();
    const shape = async (username: string, client = world.browser()) => {
      const options = await world.optionsOf(client, 'signin', { owner: 'acme', name: username, ...at });
      const [first] = options.allowCredentials as [{ id: string; transports: string[] }];
      return { members: Object.keys(options), first, count: (options.allowCredentials as []).length };
    };
    const known = await shape(name);
    for (const each of [bare, 'nobody', 'nobody@acme.example']) {
      const answer = await shape(each);
      expect(answer).toMatchObject({ members: known.members, count: 1 });
      expect(Object.keys(answer.first)).toEqual(Object.keys(known.first));
      expect((await shape(each.toUpperCase(), world.browser(world.other))).first).toEqual(answer.first);
    }
    const missing = await world.browser().get('webauthn/signin/begin', { owner: 'nowhere', name, ...at });
    expect(missing.body.code).not.toBe('internal');
  });

  test('S24 wrong passwords of a stranger lock no passkey out', async () => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser();
    const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password: 'wrong' };
    for (let guess = 0; guess < 6; guess++) await browser.post('login', form);
    expect((await browser.post('login', { ...form, password })).body.code).toBe('locked');
    const options = await world.optionsOf(browser, 'signin', at);
    expect(await world.login(browser, key.get(options))).toMatchObject({ status: 'ok' });
  });

  test('S19 a page of another site draws no challenge', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site' };
    const { body } = await world.browser().get('webauthn/signin/begin', at, { headers });
    expect(body.code).toBe('cross-site');
  });
});
