import { beforeAll, describe, expect, test } from 'vitest';
import { digitsHeard } from '../../harness/beeps.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

const minute = 60_000;

const world = signInWorld();
const { aUser, codeOf, from } = world;
const wrong = { password: 'wrong' };

beforeAll(async () => {
  await add(world.root, 'application', {
    name: 'plain',
    organization: 'acme',
    cert: 'cert-built-in',
    enablePassword: true,
  });
});

/** Five wrong passwords for a name, and the minute of the lock that they begin. */
async function failFiveTimes(username: string, more: Record<string, unknown> = {}): Promise<void> {
  for (let tries = 0; tries < 5; tries += 1) await codeOf(from(world.app), { username, ...wrong, ...more });
  world.later(minute);
}

/** The answer to a fresh captcha of the console's application. */
async function solved(client: Client, application = 'app-built-in') {
  const asked = { applicationId: `admin/${application}`, form: 'sound' };
  const { data } = (await client.get('get-captcha', asked, { headers: { 'Accept-Language': 'en' } })).body;
  return { checkType: 'Default', checkId: data.captchaId, checkKey: digitsHeard(data.captchaSound) };
}

test('S23 fifty wrong passwords of one network ask it for a captcha, whatever the names', async () => {
  await aUser('clara');
  const address = '203.0.113.7';
  for (let tries = 0; tries < 50; tries += 1)
    await codeOf(from(world.app, address), { username: `stranger-${tries}`, ...wrong });
  world.later(minute);
  expect(await codeOf(from(world.app, address), { username: 'clara' })).toBe('captcha-required');
  expect(await codeOf(from(world.app), { username: 'clara' })).toBe('ok');
});

describe('S23 after five wrong passwords in a row', () => {
  test('the right one needs a solved captcha, once', async () => {
    await aUser('cara');
    await failFiveTimes('cara');
    const client = from(world.app);
    expect(await codeOf(client, { username: 'cara' })).toBe('captcha-required');
    const answer = await solved(client);
    expect(await codeOf(client, { username: 'cara', ...answer })).toBe('ok');
    expect(await codeOf(from(world.app), { username: 'cara' })).toBe('ok');
  });

  test('with a wrong, used, foreign or unknown captcha no password is judged, and a wrong captcha does not count as a wrong password', async () => {
    await aUser('carl');
    await failFiveTimes('carl');
    const client = from(world.app);
    const answer = await solved(client);
    const tries = [
      { ...answer, checkKey: '1' },
      answer,
      { ...answer, checkType: 'reCAPTCHA', checkKey: 'token' },
      { checkType: 'Default', checkId: 'unknown', checkKey: '12345' },
      { checkType: 'none', checkKey: 'none' },
      await solved(client, 'plain').catch(() => ({ checkType: 'Default', checkId: '', checkKey: '12345' })),
    ];
    for (const each of tries) expect(await codeOf(client, { username: 'carl', ...each })).toBe('captcha-failed');
    // Six of them did not lock the account.
    expect(await codeOf(client, { username: 'carl', ...(await solved(client)) })).toBe('ok');
  });

  test('attempts without a captcha lock as wrong passwords do', async () => {
    await aUser('cleo');
    await failFiveTimes('cleo');
    for (let tries = 0; tries < 5; tries += 1)
      expect(await codeOf(from(world.app), { username: 'cleo' })).toBe('captcha-required');
    const client = from(world.app);
    expect(await codeOf(client, { username: 'cleo', ...(await solved(client)) })).toBe('locked');
  });

  test('S25 a missing user gets the same answers', async () => {
    await aUser('cyd', { isForbidden: true });
    for (const username of ['cyd', 'nobody-here']) {
      const said: unknown[] = [];
      for (let tries = 0; tries < 5; tries += 1)
        said.push((await world.signIn(from(world.app), { username, ...wrong })).body);
      world.later(minute);
      const client = from(world.app);
      said.push((await world.signIn(client, { username, ...wrong })).body);
      said.push((await world.signIn(client, { username, ...wrong, ...(await solved(client)) })).body);
      expect(said.map((body) => (body as { code: string }).code)).toEqual([
        ...Array(5).fill('sign-in-failed'),
        'captcha-required',
        'sign-in-failed',
      ]);
      expect(JSON.stringify(said)).not.toContain(username);
    }
  });

  test('S25 the question does not tell that two names are of one user', async () => {
    await aUser('cora', { email: 'cora@acme.example' });
    await failFiveTimes('cora');
    expect(await codeOf(from(world.app), { username: 'cora@acme.example', ...wrong })).toBe('sign-in-failed');
    expect(await codeOf(from(world.app), { username: 'CORA', ...wrong })).toBe('captcha-required');
  });

  test('S24 strangers cannot make a user solve one in a browser that the user has used before', async () => {
    await aUser('cliff');
    const known = from(world.app);
    await world.signIn(known, { username: 'cliff' });
    await known.post('logout');
    await failFiveTimes('cliff');
    expect(await codeOf(known, { username: 'cliff' })).toBe('ok');
  });

  test('an application without a captcha asks for none', async () => {
    await aUser('cole');
    const application = 'plain';
    await failFiveTimes('cole', { application });
    expect(await codeOf(from(world.app), { username: 'cole', application })).toBe('ok');
  });

  test('the question ends after an hour', async () => {
    await aUser('cy');
    await failFiveTimes('cy');
    world.later(60 * minute);
    expect(await codeOf(from(world.app), { username: 'cy' })).toBe('ok');
  });
});
