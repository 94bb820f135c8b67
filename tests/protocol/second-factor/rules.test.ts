import { afterEach, describe, expect, test } from 'vitest';
import { password } from '../../harness/world.ts';
import { factorWorld } from './factor-world.ts';

const world = factorWorld();
const { login, browser } = world;
const hour = 3_600_000;
const day = 24 * hour;

const rules = (organization: object) => world.update('organization', 'admin/acme', organization);
const usual = { secondFactor: 'optional', secondFactorGraceDays: 0, secondFactorHours: 0, weakSecondFactors: [] };
afterEach(async () => {
  await world.renewRoot();
  await rules(usual);
});

const codeOf = async (username: string) => (await login(browser(), { username, password })).code;

describe('an organization that requires a second factor of all', () => {
  test('asks those who have one, and makes the others set one up, also those who were there before', async () => {
    const [plain, { username }] = [await world.aUser(), await world.enrolled()];
    expect(await codeOf(plain)).toBeUndefined();
    await rules({ secondFactor: 'everyone' });
    expect(await codeOf(plain)).toBe('factor-enrol');
    expect(await codeOf(username)).toBe('factor-required');
    await rules({ secondFactor: 'administrators' });
    expect(await codeOf(plain)).toBeUndefined();
    expect(await codeOf(await world.aUser({ isAdmin: true }))).toBe('factor-enrol');
  });

  test('is no milder at an application that asks nobody, and milder than one that asks all', async () => {
    const plain = await world.aUser();
    await rules({ secondFactor: 'everyone' });
    await world.update('application', 'admin/shop', { secondFactor: 'organization' });
    expect(await codeOf(plain)).toBe('factor-enrol');
    await rules({ secondFactor: 'off' });
    expect(await codeOf(plain)).toBeUndefined();
    await world.update('application', 'admin/shop', { secondFactor: 'administrators' });
    expect(await codeOf(plain)).toBeUndefined();
    expect(await codeOf(await world.aUser({ isAdmin: true }))).toBe('factor-enrol');
    await world.update('application', 'admin/shop', { secondFactor: 'everyone' });
    expect(await codeOf(plain)).toBe('factor-enrol');
    await world.update('application', 'admin/shop', { secondFactor: 'organization' });
  });
});

describe('a grace period', () => {
  test('lets a user in until it ends, counted from the first question, and offers the set-up each time', async () => {
    const username = await world.aUser();
    await rules({ secondFactor: 'everyone', secondFactorGraceDays: 7 });
    const client = browser();
    const { code, data } = await login(client, { username, password });
    expect(code).toBe('factor-enrol');
    const until = Date.parse(data.until);
    expect(await login(client, { enrolLater: true })).toMatchObject({ status: 'ok', data: `acme/${username}` });
    world.later(6 * day);
    const later = browser();
    const again = await login(later, { username, password });
    expect(Math.abs(Date.parse(again.data.until) - until)).toBeLessThan(60_000);
    expect(await login(later, { enrolLater: true })).toMatchObject({ status: 'ok' });
    world.later(day);
    const late = browser();
    const last = await login(late, { username, password });
    expect(last.code).toBe('factor-enrol');
    expect(last.data.until).toBeUndefined();
    expect((await login(late, { enrolLater: true })).status).toBe('error');
    expect((await late.get('get-account')).body.status).toBe('error');
  });
});

describe('a second factor that is required again after some hours', () => {
  /** A signed-in user goes on at an application of their session. */
  const goOn = async (client: ReturnType<typeof browser>, more: object = {}) => {
    const { clientId } = await world.credentials('bank');
    const query = { clientId, responseType: 'code', redirectUri: 'https://app.example/callback', scope: 'openid' };
    return (await client.post('login', { type: 'code', application: 'bank', ...more }, { query })).body;
  };

  test('stops a client that asks without a page then, and not before', async () => {
    await rules({ secondFactorHours: 1, sessionIdleMinutes: 120 });
    const { username, secret } = await world.enrolled();
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    const { clientId } = await world.credentials('bank');
    const request = { client_id: clientId, redirect_uri: 'https://app.example/callback', response_type: 'code' };
    const sentTo = async (own: object) =>
      (await client.get('/login/oauth/authorize', { ...request, scope: 'openid', state: 'some', ...own })).headers.get(
        'location',
      );
    world.later(hour - 60_000);
    for (const own of [{}, { prompt: 'none' }])
      expect(await sentTo(own)).toMatch(/^https:\/\/app\.example\/callback\?code=/);
    world.later(60_000);
    expect(await sentTo({ prompt: 'none' })).toMatch(/^https:\/\/app\.example\/callback\?.*error=/);
    expect(await sentTo({ prompt: 'none' })).not.toContain('code=');
    expect(await sentTo({})).not.toContain('https://app.example');
  });

  test('is asked in the open session then, and not before', async () => {
    await rules({ secondFactorHours: 1, sessionIdleMinutes: 120 });
    const { username, secret } = await world.enrolled();
    const client = browser();
    await login(client, { username, password });
    expect(await login(client, { factorCode: world.code(secret) })).toMatchObject({ status: 'ok' });
    world.later(hour - 60_000);
    expect((await goOn(client)).code).not.toBe('factor-required');
    world.later(60_000);
    expect(await goOn(client)).toMatchObject({ code: 'factor-required', data: { factors: ['totp', 'recovery'] } });
    const before = (await world.sessionsOf(username)).map(({ factor_time: time }) => time);
    const answer = await goOn(client, { factorCode: world.code(secret) });
    expect(answer.code).not.toBe('factor-required');
    const after = (await world.sessionsOf(username)).map(({ factor_time: time }) => time);
    expect(Math.max(...after.map(Number))).toBeGreaterThan(Math.max(...before.map(Number)));
    expect((await goOn(client)).code).not.toBe('factor-required');
  });
});
