import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, type ProtocolWorld } from '../world.ts';

let world: ProtocolWorld;
let application: Application;
beforeAll(async () => {
  world = await createProtocolWorld();
  application = await world.application('app-standard', { grantTypes: ['password', 'id_token'] });
});
afterAll(() => world.app.stop());

/** The claims of an ID token without an access token beside it, and those of userinfo. The user signs in for each. */
async function claimsOf(username: string, scope: string) {
  const rp = await world.relyingParty(application);
  const tokens = await client.genericGrantRequest(rp, 'password', { scope, username, password });
  const { sub } = decodeJwt(String(tokens.id_token));
  const { request } = await careful(rp, { scope, response_type: 'id_token' });
  const form = { type: 'id_token', organization: 'acme', username, password };
  const { data, data2 } = (await world.app.client().post('login', form, { query: asPageAsks(request) })).body;
  const alone = new URLSearchParams(new URL(data2 ?? 'http://none').hash.slice(1)).get('id_token') ?? data;
  return [decodeJwt(String(alone)), await client.fetchUserInfo(rp, tokens.access_token, String(sub))] as const;
}

const aUser = (name: string, own: object = {}) => add(world.root, 'user', { owner: 'acme', name, password, ...own });
const update = (name: string, changes: object) =>
  world.root.post('update-user', changes, { query: { id: `acme/${name}` } });
/** As one of the many places that write a user without the steps of an update. */
const write = (name: string, columns: object) => world.app.db('users').where({ owner: 'acme', name }).update(columns);

test('35.29 userinfo and ID token tell by scope the standard claims that a user has', async () => {
  const named = { firstName: 'Alice', lastName: 'Liddell', displayName: 'Alice L.' };
  const more = { gender: 'female', birthday: '1852-05-04', timeZone: 'Europe/London', language: 'en' };
  const home = { address: ['Deanery', 'Christ Church'], location: 'Oxford', region: 'GB' };
  await aUser('liddell', { ...named, ...more, ...home });
  const told = {
    ...{ given_name: 'Alice', family_name: 'Liddell', nickname: 'Alice L.', gender: 'female' },
    ...{ birthdate: '1852-05-04', zoneinfo: 'Europe/London', locale: 'en' },
  };
  const address = {
    formatted: 'Deanery\nChrist Church\nOxford\nGB',
    ...{ street_address: 'Deanery\nChrist Church', locality: 'Oxford', country: 'GB' },
  };
  for (const claims of await claimsOf('liddell', 'openid profile address'))
    expect(claims).toMatchObject({ ...told, address });
  for (const claims of await claimsOf('liddell', 'openid email'))
    for (const name of [...Object.keys(told), 'address']) expect(claims).not.toHaveProperty(name);
  await update('liddell', { birthday: 'in spring', address: [], location: '', region: '' });
  for (const claims of await claimsOf('liddell', 'openid profile address')) {
    expect(claims).not.toHaveProperty('birthdate');
    expect(claims).not.toHaveProperty('address');
  }
});

test('35.29 `updated_at` is the time when something that is told changed last, however it was written', async () => {
  const [long, since] = [Date.parse('2020-01-01T00:00:00Z') / 1000, Math.floor(Date.now() / 1000)];
  const inYear = (year: number) => new Date(`${year}-01-01T00:00:00Z`);
  await aUser('carroll', { phone: '13800138029' });
  await write('carroll', { created_time: inYear(2020) });
  const times = async () => (await claimsOf('carroll', 'openid profile')).map((claims) => claims.updated_at);
  // Neither a sign-in nor a field that no claim tells is such a change.
  await update('carroll', { title: 'Lecturer' });
  await times();
  expect(await times()).toEqual([long, long]);
  await update('carroll', { displayName: 'Lewis Carroll' });
  for (const time of await times()) expect(time).toBeGreaterThanOrEqual(since);
  await write('carroll', { updated_time: inYear(2021) });
  await write('carroll', { phone_verified: true });
  for (const time of await times()) expect(time).toBeGreaterThanOrEqual(since);
  for (const claims of await claimsOf('carroll', 'openid email')) expect(claims).not.toHaveProperty('updated_at');
});

test('35.29 `phone_number_verified` stands beside the number, and is true once its user proved it', async () => {
  await aUser('dodgson', { phone: '13800138030' });
  const told = { phone_number: '13800138030', phone_number_verified: false };
  for (const claims of await claimsOf('dodgson', 'openid phone')) expect(claims).toMatchObject(told);
  await write('dodgson', { phone_verified: true });
  for (const claims of await claimsOf('dodgson', 'openid phone'))
    expect(claims).toMatchObject({ ...told, phone_number_verified: true });
  await update('dodgson', { phone: '' });
  for (const claims of await claimsOf('dodgson', 'openid phone'))
    for (const name of Object.keys(told)) expect(claims).not.toHaveProperty(name);
});

test('35.29 `profile` is the page of the user, where the organization shows it to strangers', async () => {
  await aUser('hargreaves');
  const setPublic = (isProfilePublic: boolean) =>
    world.root.post('update-organization', { isProfilePublic }, { query: { id: 'admin/acme' } });
  const page = `${world.app.url}/users/acme/hargreaves`;
  const seen = async () => (await world.app.anonymous.get('get-user', { id: 'acme/hargreaves' })).body.data?.name;
  await setPublic(true);
  expect(await seen()).toBe('hargreaves');
  for (const claims of await claimsOf('hargreaves', 'openid profile')) expect(claims.profile).toBe(page);
  for (const claims of await claimsOf('hargreaves', 'openid email')) expect(claims).not.toHaveProperty('profile');
  await setPublic(false);
  expect(await seen()).toBeUndefined();
  for (const claims of await claimsOf('hargreaves', 'openid profile')) expect(claims).not.toHaveProperty('profile');
});
