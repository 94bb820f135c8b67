import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type MailServer, mailProvider, startMailServer } from '../../portal/mail/mail-server.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../../protocol/world.ts';
import { send } from '../files/world.ts';

const master = 'master of the keys';
const folder = mkdtempSync(join(tmpdir(), 'doorwright-deletion-'));
const settings = { DOORWRIGHT_DATA_DIR: folder, DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' };

let world: ProtocolWorld;
let mail: MailServer;
/** Time that has passed since the sign-ins. */
let later = 0;
beforeAll(async () => {
  mail = await startMailServer();
  world = await createProtocolWorld({ settings, now: () => new Date(Date.now() + later) });
  await add(world.root, 'provider', mailProvider('provider_mail', mail));
  await world.application('shop', { providers: [{ name: 'provider_mail' }] as never });
  await rule({ enableAccountDeletion: true });
}, 120_000);
afterAll(async () => {
  await world?.app.stop();
  await mail?.stop();
  rmSync(folder, { recursive: true, force: true });
});
afterEach(() => {
  later = 0;
});

const rule = (fields: object) => world.root.post('update-organization', fields, { query: { id: 'admin/acme' } });
const stored = (name: string) => world.app.store('user').find(world.app.db, 'acme', name);
const remove = async (client: Client, name: string) => (await client.post('delete-account', { name })).body;

async function newcomer(more: object = {}) {
  const name = `user-${randomUUID().slice(0, 8)}`;
  const user = { owner: 'acme', name, displayName: 'Ada', email: `${name}@acme.example`, signupApplication: 'shop' };
  await add(world.root, 'user', { ...user, password, ...more });
  return { name, client: await world.app.signedIn('acme', name, password) };
}

test('a user deletes their account: sessions, tokens, consents, links and files end, and records stay', async () => {
  const { name, client } = await newcomer({ github: 'octocat' });
  const other = await world.app.signedIn('acme', name, password);
  const application = await world.application('app-used', { apiAccess: 'read-account', enableSigninSession: true });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' }, name);
  const sent = await send(client, { path: `avatar/acme/${name}.png`, query: { tag: 'avatar', owner: 'acme' } });
  const onDisk = () =>
    readdirSync(join(folder, 'uploads'), { recursive: true, withFileTypes: true }).filter((each) => each.isFile());
  expect(existsSync(join(folder, 'uploads'))).toBe(true);
  const before = onDisk().length;
  const { id } = (await stored(name)) as unknown as { id: string };

  expect(await remove(client, name)).toMatchObject({ status: 'ok' });
  expect(await stored(name)).toBeUndefined();
  const { db, store } = world.app;
  expect(await db(store('artifact').table).where('account_id', id)).toEqual([]);
  expect(await db(store('token').table).where({ organization: 'acme', user: name })).toEqual([]);
  for (const each of [client, other]) expect((await each.get('get-account')).body.code).toBe('sign-in-first');
  const bearing = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
  expect((await bearing.get('get-account')).body.status).toBe('error');
  const { pathname } = new URL(sent.body.data);
  expect((await fetch(`${world.app.url}${pathname}`)).status).toBe(404);
  await expect.poll(() => onDisk().length).toBe(before - 1);
  // Another user may link the account that is free again.
  await add(world.root, 'user', { owner: 'acme', name: `${name}-2`, displayName: 'Eve', github: 'octocat' });
  const records = await db('records').where({ owner: 'acme', user: name }).pluck('action');
  expect(records).toEqual(expect.arrayContaining(['login', 'delete-account']));
  await mail.mailTo(`${name}@acme.example`, /Subject: Your account was deleted/);
  await expect(world.app.signedIn('acme', name, password)).rejects.toThrow('could not sign in');
});

test('with soft deletion, the account closes, and an administrator can bring it back', async () => {
  await rule({ enableSoftDeletion: true });
  try {
    const { name, client } = await newcomer();
    expect(await remove(client, name)).toMatchObject({ status: 'ok' });
    expect(await stored(name)).toMatchObject({ isDeleted: true });
    expect((await client.get('get-account')).body.code).toBe('sign-in-first');
    await mail.mailTo(`${name}@acme.example`, /marked as deleted/);
    await world.root.post('update-user', { isDeleted: false }, { query: { id: `acme/${name}`, columns: 'isDeleted' } });
    await world.app.signedIn('acme', name, password);
  } finally {
    await rule({ enableSoftDeletion: false });
  }
});

test('an organization that does not allow it refuses, and so does a wrong name', async () => {
  const { name, client } = await newcomer();
  expect(await remove(client, 'alice')).toMatchObject({ code: 'invalid', fields: [{ field: 'name' }] });
  expect(await remove(client, '')).toMatchObject({ code: 'invalid' });
  await rule({ enableAccountDeletion: false });
  try {
    expect(await remove(client, name)).toMatchObject({ code: 'account-deletion-off' });
  } finally {
    await rule({ enableAccountDeletion: true });
  }
  expect(await stored(name)).toMatchObject({ isDeleted: false });
});

test('S21 a session of yesterday proves the identity again before it deletes the account', async () => {
  const { name } = await newcomer();
  // A client of the harness would prove itself again without being told to.
  const client = world.app.client();
  const form = { type: 'login', application: 'shop', organization: 'acme', username: name, password };
  expect((await client.post('login', form)).body.status).toBe('ok');
  later = 11 * 60_000;
  expect(await remove(client, name)).toMatchObject({ code: 'proof-required' });
  expect((await client.post('prove-again', { password: 'not the password' })).body.status).toBe('error');
  expect(await remove(client, name)).toMatchObject({ code: 'proof-required' });
  expect((await client.post('prove-again', { password })).body).toMatchObject({ status: 'ok' });
  expect(await remove(client, name)).toMatchObject({ status: 'ok' });
});

test('S17 support with the master password deletes no account, and neither does an application with a token', async () => {
  const { name } = await newcomer();
  await rule({ masterPassword: master });
  const support = await world.app.signedIn('acme', name, master);
  expect(await remove(support, name)).toMatchObject({ code: 'impersonated' });
  const application = await world.application('app-strong', { apiAccess: 'administrator' });
  const { tokens } = await tokensFor(world, application, { scope: 'openid read' }, name);
  const bearing = world.app.client({ Authorization: `Bearer ${tokens.access_token}` });
  expect(await remove(bearing, name)).toMatchObject({ code: 'sign-in-first' });
  expect(await remove(world.app.anonymous, name)).toMatchObject({ code: 'sign-in-first' });
  expect(await stored(name)).toBeTruthy();
});

test('S15 the first administrator stays', async () => {
  await world.root.post('update-organization', { enableAccountDeletion: true }, { query: { id: 'admin/built-in' } });
  expect(await remove(world.root, 'admin')).toMatchObject({ code: 'built-in' });
  expect((await world.root.get('get-account')).body.status).toBe('ok');
});
