import { describe, expect, test } from 'vitest';
import { createAuthenticator } from './authenticator.ts';
import { passkeyWorld } from './passkey-world.ts';

const world = passkeyWorld();
const at = { application: 'shop' };
const google = 'ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4';

describe('a passkey', () => {
  test('is asked for in the form of Casdoor 2022: without an envelope, bytes in standard base64', async () => {
    const { browser, name, key } = await world.aKeeper();
    await world.prove(browser, key);
    const options = await world.optionsOf(browser, 'signup');
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'acme' },
      user: { name, displayName: name },
      attestation: 'none',
      authenticatorSelection: { userVerification: 'required', residentKey: 'preferred' },
    });
    expect(Buffer.from(options.challenge, 'base64')).toHaveLength(32);
    expect(options.challenge).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(options.excludeCredentials).toHaveLength(1);
    const asked = await world.optionsOf(world.browser(), 'signin', { owner: 'acme', name, ...at });
    expect(asked).toMatchObject({ rpId: 'localhost', userVerification: 'required' });
    const [{ id }] = asked.allowCredentials as [{ id: string }];
    expect(id).toMatch(/^[A-Za-z0-9+/]+={0,2}$/);
  });

  test('signs its user in at the console as clients of Casdoor 2022 do', async () => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', { owner: 'acme', name, ...at });
    const { body } = await browser.post('webauthn/signin/finish', key.get(options));
    expect(body).toMatchObject({ status: 'ok', data: `acme/${name}` });
    expect((await browser.get('get-account')).body).toMatchObject({ name });
    const [record] = await world.records('webauthn/signin/finish', name);
    expect(record).toMatchObject({ outcome: 'ok', reason: 'passkey' });
  });

  test('35.27 … also where `signin/begin` names owner and name alone, and strangers see no difference', async () => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', { owner: 'acme', name });
    const nobody = await world.optionsOf(world.browser(), 'signin', { owner: 'acme', name: 'nobody' });
    expect(Object.keys(nobody)).toEqual(Object.keys(options));
    expect(nobody.allowCredentials).toHaveLength(1);
    const { body } = await browser.post('webauthn/signin/finish', key.get(options));
    expect(body).toMatchObject({ status: 'ok', data: `acme/${name}` });
    expect((await browser.get('get-account')).body).toMatchObject({ name });
    const missing = await world.browser().get('webauthn/signin/begin', { owner: 'nowhere', name });
    expect(missing.body).toMatchObject({ status: 'error', msg: expect.stringMatching(/./) });
  });

  test('signs in without a user name, on every replica, and says which methods that were', async () => {
    const { name, key } = await world.aKeeper();
    const browser = world.browser(world.other);
    const options = await world.optionsOf(browser, 'signin', at);
    expect(options.allowCredentials).toEqual([]);
    expect(await world.login(browser, key.get(options))).toMatchObject({ status: 'ok', data: `acme/${name}` });
    const [session] = await world.sessionsOf(name).whereNotNull('factor_time');
    expect(session.amr).toEqual(['swk', 'user', 'mfa']);
  });

  test('of one device counts as hardware', async () => {
    const { name, key } = await world.aKeeper({}, { isSynced: false });
    const browser = world.browser();
    const options = await world.optionsOf(browser, 'signin', at);
    await world.login(browser, key.get(options, { isSynced: false }));
    const sessions = await world.sessionsOf(name);
    expect(sessions.map(({ amr }) => amr)).toContainEqual(['hwk', 'user', 'mfa']);
  });

  test('stands on the list of its user with its model, state and times, and on their object as Casdoor 2022 has it', async () => {
    const { name, browser, key } = await world.aKeeper({}, { aaguid: google, isBackedUp: true });
    const before = (await browser.get('get-passkeys')).body.data;
    expect(before).toEqual([
      {
        ...{ id: key.id, name: 'Google Password Manager', model: 'Google Password Manager' },
        family: 'manager',
        ...{ isSynced: true, isBackedUp: true, isSuspect: false, transports: ['internal'] },
        ...{ createdTime: expect.any(String), usedTime: '' },
      },
    ]);
    world.later(1000);
    const again = world.browser();
    await world.login(again, key.get(await world.optionsOf(again, 'signin', at), { isBackedUp: false }));
    const [used] = (await browser.get('get-passkeys')).body.data;
    expect(used.isBackedUp).toBe(false);
    expect(Date.parse(used.usedTime)).toBeGreaterThan(Date.parse(used.createdTime));
    const { data } = (await browser.get('get-user', { id: `acme/${name}` })).body;
    expect(data.webauthnCredentials).toEqual([
      {
        ID: Buffer.from(key.id, 'base64url').toString('base64'),
        PublicKey: '',
        AttestationType: 'none',
        Authenticator: { AAGUID: google, SignCount: 0, CloneWarning: false },
      },
    ]);
  });

  test.each([
    ['08987058-cadc-4b81-b6e1-30de50dcbe96', [], 'device'],
    ['bada5566-a7aa-401f-bd96-45619a55120d', ['internal'], 'manager'],
    ['', ['internal', 'hybrid'], 'device'],
    ['', ['usb', 'nfc'], 'key'],
  ])('of the model «%s», reached by %j, belongs to the family %s', async (aaguid, transports, family) => {
    const { name, browser } = await world.aKeeper();
    const row = { aaguid, transports: JSON.stringify(transports), is_synced: false };
    await world.app.db('passkeys').where({ owner: 'acme', user: name }).update(row);
    expect((await browser.get('get-passkeys')).body.data).toMatchObject([{ family }]);
  });

  test('is one of several, each with a name that its user gives it', async () => {
    const { name, browser, key } = await world.aKeeper();
    world.later(1000);
    await world.prove(browser, key);
    const { key: second } = await world.register(browser);
    const rename = await browser.post('rename-passkey', { id: key.id, name: ' My phone ' });
    expect(rename.body.status).toBe('ok');
    const { data } = (await browser.get('get-passkeys')).body;
    expect(data.map((each: { id: string; name: string }) => [each.id, each.name])).toEqual([
      [key.id, 'My phone'],
      [second.id, ''],
    ]);
    const stranger = await world.aKeeper();
    for (const [client, id] of [[stranger.browser, key.id]] as const)
      expect((await client.post('rename-passkey', { id, name: 'Mine' })).body.code).toBe('not-found');
    for (const each of [key, second]) {
      const visitor = world.browser();
      const options = await world.optionsOf(visitor, 'signin', { owner: 'acme', name, ...at });
      expect(await world.login(visitor, each.get(options))).toMatchObject({ status: 'ok' });
    }
  });

  test('that was removed works no more, on every replica', async () => {
    const { name, browser, key } = await world.aKeeper();
    await world.prove(browser, key);
    expect((await browser.post('delete-passkey', { id: key.id })).body.status).toBe('ok');
    const visitor = world.browser(world.other);
    const answer = key.get(await world.optionsOf(visitor, 'signin', at));
    expect(await world.login(visitor, answer)).toMatchObject({ code: 'passkey-refused' });
    expect((await browser.get('get-passkeys')).body.data).toEqual([]);
    const reasons = (await world.records('delete-passkey', name)).map(({ reason }) => reason);
    expect(reasons).toEqual(['passkey removed']);
    expect((await browser.get('get-user', { id: `acme/${name}` })).body.data.webauthnCredentials).toEqual([]);
  });

  test('can be removed by update-user with a shorter list, as clients of Casdoor 2022 do', async () => {
    const { name, browser, key } = await world.aKeeper();
    const query = { id: `acme/${name}` };
    world.later(11 * 60_000);
    const late = await browser.post('update-user', { webauthnCredentials: [] }, { query });
    expect(late.body.code).toBe('proof-required');
    expect(await world.prove(browser, key)).toMatchObject({ status: 'ok' });
    expect((await browser.post('update-user', { webauthnCredentials: [] }, { query })).body.status).toBe('ok');
    const visitor = world.browser();
    const answer = key.get(await world.optionsOf(visitor, 'signin', at));
    expect(await world.login(visitor, answer)).toMatchObject({ code: 'passkey-refused' });
  });

  test('as the last way in stays, unless an administrator removes it', async () => {
    const { name, browser, key } = await world.aKeeper();
    // A user without a password, as one who signed up with a passkey is.
    await world.app.db('users').where({ owner: 'acme', name }).update({ password: '' });
    const query = { id: `acme/${name}` };
    await world.prove(browser, key);
    expect((await browser.post('delete-passkey', { id: key.id })).body.code).toBe('passkey-last');
    expect((await browser.post('update-user', { webauthnCredentials: [] }, { query })).body.code).toBe('passkey-last');
    const { body } = await world.root.post('delete-passkey', { id: key.id, user: `acme/${name}` });
    expect(body.status).toBe('ok');
  });

  test('ends with its user', async () => {
    const { name } = await world.aKeeper();
    await world.root.post('delete-user', { owner: 'acme', name });
    expect(await world.app.db('passkeys').where({ owner: 'acme', user: name })).toEqual([]);
  });

  test('is made for one user only', async () => {
    const { browser, key } = await world.aKeeper();
    await world.prove(browser, key);
    expect((await world.register(browser, {}, key)).body.code).toBe('passkey-known');
    const other = await world.signedIn(await world.aUser());
    expect((await world.register(other, {}, key)).body.code).toBe('passkey-known');
  });

  test('is one of twenty at most', async () => {
    const { browser, key } = await world.aKeeper();
    await world.prove(browser, key);
    for (let count = 1; count < 20; count++) expect((await world.register(browser)).body.status).toBe('ok');
    const { body } = await world.register(browser, {}, createAuthenticator(world.app.url));
    expect(body).toMatchObject({ code: 'passkeys-full', msg: 'A user can have 20 passkeys. Remove one first.' });
  });
});
