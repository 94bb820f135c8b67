import { describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { factorWorld } from '../../protocol/second-factor/factor-world.ts';

const world = factorWorld({ passwordHistory: 3 });
const { login, browser } = world;
const unchanged = 'password-unchanged';
const used = 'password-used';
const [second, third, fourth] = ['the-second-of-them', 'the-third-of-them', 'the-fourth-of-them'];

const kept = (user: string) => world.app.db('used_passwords').where({ owner: 'acme', user });

async function codeOf(answer: ReturnType<Client['post']>): Promise<string> {
  const { body } = await answer;
  // The order of former passwords is that of their times.
  world.later(1000);
  return body.code ?? 'ok';
}

async function aPerson(more: Record<string, unknown> = {}) {
  const username = await world.aUser(more);
  const client = browser();
  await login(client, { username, password });
  const set = (oldPassword: string, newPassword: string) =>
    codeOf(client.post('set-password', { userOwner: 'acme', userName: username, oldPassword, newPassword }));
  return { username, client, set };
}

const byAdministrator = (username: string, chosen: string) =>
  codeOf(world.root.post('update-user', { password: chosen }, { query: { id: `acme/${username}` } }));

describe('an organization that refuses the last three passwords', () => {
  test('takes one again after two others, and keeps no more than it compares with', async () => {
    const { username, set } = await aPerson();
    expect(await set(password, password)).toBe(unchanged);
    expect(await set(password, second)).toBe('ok');
    expect(await set(second, password)).toBe(used);
    expect(await set(second, third)).toBe('ok');
    expect(await set(third, password)).toBe(used);
    expect(await set(third, second)).toBe(used);
    expect(await set(third, fourth)).toBe('ok');
    expect(await set(fourth, second)).toBe(used);
    expect(await kept(username)).toHaveLength(2);
    expect(await set(fourth, password)).toBe('ok');
  });

  test('S33 keeps salted digests, and shows them to nobody', async () => {
    const { username, client, set } = await aPerson();
    await set(password, second);
    const [row] = await kept(username);
    expect(row.password).toMatch(/^\$argon2id\$/);
    const shown = [
      await world.root.get('get-user', { id: `acme/${username}` }),
      await client.get('get-account'),
      await client.get('get-account-data'),
    ];
    expect(JSON.stringify(shown.map(({ body }) => body))).not.toContain(row.password);
  });

  test('counts the password of an administrator, and tells administrators nothing about the others', async () => {
    const { username, set } = await aPerson();
    await set(password, second);
    expect(await byAdministrator(username, password)).toBe('ok');
    expect(await byAdministrator(username, third)).toBe('ok');
    const client = browser();
    await login(client, { username, password: third });
    const own = (oldPassword: string, newPassword: string) =>
      codeOf(client.post('set-password', { userOwner: 'acme', userName: username, oldPassword, newPassword }));
    expect(await own(third, password)).toBe(used);
    expect(await own(third, second)).toBe(used);
    expect(await own(third, fourth)).toBe('ok');
  });

  test('asks for a new one at sign-in, too', async () => {
    const { username, set } = await aPerson();
    await set(password, second);
    await world.update('user', `acme/${username}`, { mustChangePassword: true });
    const client = browser();
    await login(client, { username, password: second });
    expect(await login(client, { newPassword: password })).toMatchObject({ code: used });
    expect(await login(client, { newPassword: second })).toMatchObject({ code: unchanged });
    expect(await login(client, { newPassword: third })).toMatchObject({ status: 'ok' });
  });

  test('S23 answers a limited number of tries, because each tells whether a password was used', async () => {
    const { username } = await aPerson({ mustChangePassword: true });
    const client = browser();
    await login(client, { username, password });
    const codes = [];
    for (let guess = 0; guess < 41; guess++) codes.push((await login(client, { newPassword: 'short' })).code);
    expect(new Set(codes.slice(0, 40))).toEqual(new Set(['password-too-short']));
    expect(codes.at(-1)).toBe('too-many-requests');
    world.later(16 * 60_000);
    await login(client, { username, password });
    expect(await login(client, { newPassword: second })).toMatchObject({ status: 'ok' });
  });

  test('S33 keeps the digest of an imported readable password, and compares with it', async () => {
    const { username, set } = await aPerson();
    const readable = { password: 'imported-as-it-was', password_type: 'plain' };
    await world.app.db('users').where({ owner: 'acme', name: username }).update(readable);
    expect(await set('imported-as-it-was', second)).toBe('ok');
    const [row] = await kept(username);
    expect(row).toMatchObject({ password: expect.stringMatching(/^\$argon2id\$/), password_type: 'argon2id' });
    expect(await set(second, 'imported-as-it-was')).toBe(used);
  });

  test('compares with a former digest whose type only the organization named', async () => {
    const { username, set } = await aPerson();
    await world.app.db('users').where({ owner: 'acme', name: username }).update({ password_type: '' });
    const { passwordType } = (await world.root.get('get-organization', { id: 'admin/acme' })).body.data;
    expect(await set(password, second)).toBe('ok');
    await world.update('organization', 'admin/acme', { passwordType: 'bcrypt' });
    expect(await set(second, password)).toBe(used);
    await world.update('organization', 'admin/acme', { passwordType });
  });

  test('forgets the former passwords of a deleted user', async () => {
    const { username, set } = await aPerson();
    await set(password, second);
    expect(await kept(username)).toHaveLength(1);
    await world.root.post('delete-user', { owner: 'acme', name: username });
    expect(await kept(username)).toEqual([]);
  });
});

test('an organization that stops comparing forgets all former passwords, and takes any', async () => {
  const { username, set } = await aPerson();
  await set(password, second);
  await world.update('organization', 'admin/acme', { passwordHistory: 0 });
  expect(await kept(username)).toEqual([]);
  expect(await set(second, password)).toBe('ok');
  expect(await set(password, password)).toBe('ok');
  expect(await kept(username)).toEqual([]);
  await world.update('organization', 'admin/acme', { passwordHistory: 3 });
});

test('an organization that compares with fewer forgets the oldest former passwords', async () => {
  const { username, set } = await aPerson();
  await set(password, second);
  await set(second, third);
  expect(await kept(username)).toHaveLength(2);
  await world.update('organization', 'admin/acme', { passwordHistory: 2 });
  expect(await kept(username)).toHaveLength(1);
  expect(await set(third, second)).toBe(used);
  expect(await set(third, password)).toBe('ok');
  await world.update('organization', 'admin/acme', { passwordHistory: 3 });
});

test('S4 administrators set their own password only with a proof', async () => {
  const name = await world.aUser({ isAdmin: true });
  const client = browser();
  await login(client, { username: name, password });
  const { body } = await client.post('update-user', { password: fourth }, { query: { id: `acme/${name}` } });
  expect(body).toMatchObject({ code: 'field-rule', fields: [{ field: 'password' }] });
  expect(await login(browser(), { username: name, password })).toMatchObject({ status: 'ok' });
});

test('an organization compares with 24 passwords at most', async () => {
  const { body } = await world.root.post(
    'update-organization',
    { passwordHistory: 25 },
    { query: { id: 'admin/acme' } },
  );
  expect(body).toMatchObject({ status: 'error', data: null });
});
