import { describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld();
const { login, browser } = world;
const isSignedIn = async (client = browser()) => (await client.get('get-account')).body.status === 'ok';

describe('a user with an app for one-time codes', () => {
  test('signs in by password and code, and by neither alone', async () => {
    const { username, secret, recoveryCodes } = await world.enrolled();
    expect(recoveryCodes).toHaveLength(10);
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject({
      code: 'factor-required',
      data: { factors: ['totp', 'recovery'], trustDays: 0 },
    });
    expect(await isSignedIn(client)).toBe(false);
    expect(await login(client, { factor: 'totp', factorCode: '000000' })).toMatchObject({ code: 'code-wrong' });
    expect(await login(client, { factor: 'totp', factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    expect(await isSignedIn(client)).toBe(true);
    const sessions = await world.sessionsOf(username);
    expect(sessions.at(-1)).toMatchObject({ amr: ['pwd', 'otp', 'mfa'] });
  });

  test('S26 uses each code once, also a neighbour within the drift', async () => {
    const { username, secret } = await world.enrolled();
    const code = world.code(secret);
    const [first, second] = [browser(), browser()];
    await login(first, { username, password });
    await login(second, { username, password });
    expect(await login(first, { factorCode: code })).toMatchObject({ status: 'ok' });
    expect(await login(second, { factorCode: code })).toMatchObject({ code: 'code-wrong' });
    expect(await login(second, { factorCode: world.code(secret, -1) })).toMatchObject({ code: 'code-wrong' });
    expect(await login(second, { factorCode: world.code(secret, 1) })).toMatchObject({ status: 'ok' });
  });

  test('signs in with a lost phone by a recovery code, once', async () => {
    const { username, recoveryCodes } = await world.enrolled();
    const client = browser();
    const [code = ''] = recoveryCodes;
    await login(client, { username, password });
    expect(await login(client, { factor: 'recovery', factorCode: ` ${code.toUpperCase()} ` })).toMatchObject({
      status: 'ok',
    });
    const again = browser();
    await login(again, { username, password });
    expect(await login(again, { factor: 'recovery', factorCode: code })).toMatchObject({ code: 'code-wrong' });
  });
});

describe('a user who must have a second factor', () => {
  test('sets it up in the middle of the sign-in, and keeps recovery codes', async () => {
    const username = await world.aUser({ requireSecondFactor: true });
    const client = browser();
    const { code, data } = await login(client, { username, password });
    expect(code).toBe('factor-enrol');
    expect(data.uri).toMatch(/^otpauth:\/\/totp\/Acme:acme%2Fuser-/);
    expect(await login(client, { enrolment: data.enrolment, factorCode: '123' })).toMatchObject({ code: 'code-wrong' });
    const next = await login(client, { enrolment: data.enrolment, factorCode: world.code(data.secret) });
    expect(next.code).toBe('factor-recovery');
    expect(next.data.codes).toHaveLength(10);
    expect(await isSignedIn(client)).toBe(false);
    expect(await login(client, { recoveryCodes: next.data.recoveryCodes })).toMatchObject({ status: 'ok' });
    expect(await isSignedIn(client)).toBe(true);
    const { data: factors } = (await client.get('get-factors')).body;
    expect(factors.map(({ type }: { type: string }) => type).toSorted()).toEqual(['recovery', 'totp']);
    expect(JSON.stringify(factors)).not.toContain(data.secret);
  });
});
