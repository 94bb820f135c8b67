import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { basic } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { factorWorld } from '../../protocol/second-factor/factor-world.ts';

const world = factorWorld({ passwordDays: 90 });
const { login, browser } = world;
const day = 24 * 60 * 60_000;
const expired = { code: 'password-due', data: { reason: 'expired' } };
const chosen = 'a-password-of-my-own';

/** An administrator with a new session, because months pass here. */
const administrator = () => world.app.admin();

async function aUser(): Promise<string> {
  const name = `user-${randomUUID()}`;
  await add(await administrator(), 'user', { owner: 'acme', name, password });
  return name;
}

async function update(kind: string, id: string, change: object): Promise<void> {
  const { body } = await (await administrator()).post(`update-${kind}`, change, { query: { id } });
  expect(body.status).toBe('ok');
}

describe('a password in an organization where passwords expire after 90 days', () => {
  test('works for 90 days, and then must be replaced', async () => {
    const username = await aUser();
    world.later(90 * day - 1000);
    expect(await login(browser(), { username, password })).toMatchObject({ status: 'ok' });
    world.later(1000);
    const client = browser();
    expect(await login(client, { username, password })).toMatchObject(expired);
    expect(await login(client, { newPassword: password })).toMatchObject({ code: 'password-unchanged' });
    expect(await login(client, { newPassword: chosen })).toMatchObject({ status: 'ok' });
    world.later(90 * day - 1000);
    expect(await login(browser(), { username, password: chosen })).toMatchObject({ status: 'ok' });
  });

  test('lives anew after every change, also by an administrator', async () => {
    const username = await aUser();
    world.later(60 * day);
    await update('user', `acme/${username}`, { password: chosen });
    world.later(60 * day);
    expect(await login(browser(), { username, password: chosen })).toMatchObject({ status: 'ok' });
    world.later(30 * day);
    expect(await login(browser(), { username, password: chosen })).toMatchObject(expired);
  });

  test('of a user from before the rule lives from their first sign-in on', async () => {
    const username = await aUser();
    await world.app.db('users').where({ owner: 'acme', name: username }).update({ password_changed_time: null });
    world.later(1000 * day);
    expect(await login(browser(), { username, password })).toMatchObject({ status: 'ok' });
    world.later(89 * day);
    expect(await login(browser(), { username, password })).toMatchObject({ status: 'ok' });
    world.later(day);
    expect(await login(browser(), { username, password })).toMatchObject(expired);
  });

  test('S28 gives no token by the password grant after that', async () => {
    const username = await aUser();
    const { data } = (await (await administrator()).get('get-application', { id: 'admin/shop' })).body;
    const headers = basic(data.clientId, data.clientSecret);
    const grant = () => {
      const form = new URLSearchParams({ grant_type: 'password', username, password, scope: 'openid' });
      return world.app.anonymous.post('/api/login/oauth/access_token', form, { headers });
    };
    expect(await grant()).toMatchObject({ status: 200 });
    world.later(90 * day);
    expect(await grant()).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });
});

test('without the rule, no password expires', async () => {
  const username = await aUser();
  await update('organization', 'admin/acme', { passwordDays: 0 });
  world.later(4000 * day);
  expect(await login(browser(), { username, password })).toMatchObject({ status: 'ok' });
});
