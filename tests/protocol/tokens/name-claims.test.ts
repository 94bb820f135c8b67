import { connect } from '@doorwright/api/db/knex.ts';
import { migrations } from '@doorwright/api/db/migrations/index.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import * as client from 'openid-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../harness/database/database.ts';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

const asOpenId = { name: 'Alice Liddell', preferred_username: 'alice' };
const asCasdoor = { name: 'alice', preferred_username: 'Alice Liddell' };

/** The names of alice in userinfo, an ID token and an access token, at an application with these settings. */
async function called(name: string, settings: Partial<Application> = {}) {
  const application = await world.application(name, settings);
  const claims = JSON.stringify({ id_token: { name: null, preferred_username: null } });
  const { rp, tokens } = await tokensFor(world, application, { claims });
  const sub = String(tokens.claims()?.sub);
  return {
    userinfo: await client.fetchUserInfo(rp, tokens.access_token, sub),
    idToken: tokens.claims(),
    accessToken: decodeJwt(tokens.access_token),
  };
}

describe('17.17 userinfo and ID tokens name a user as OpenID Connect does', () => {
  test('at a new application', async () => {
    const { userinfo, idToken, accessToken } = await called('app-new');
    expect(userinfo).toMatchObject(asOpenId);
    expect(idToken).toMatchObject(asOpenId);
    // Libraries of Casdoor 2022 read its user object from the access token.
    expect(accessToken).toMatchObject({ owner: 'acme', name: 'alice', displayName: 'Alice Liddell' });
  });

  test('… and as Casdoor does, with the two reversed, at an application that says so', async () => {
    const { userinfo, idToken, accessToken } = await called('app-casdoor', { nameClaims: 'casdoor' });
    expect(userinfo).toMatchObject(asCasdoor);
    expect(idToken).toMatchObject(asCasdoor);
    expect(accessToken).toMatchObject({ owner: 'acme', name: 'alice', displayName: 'Alice Liddell' });
  });

  test('… from the next answer after the setting changes, also where one was cached', async () => {
    const application = await world.application('app-changing');
    const { tokens, rp } = await tokensFor(world, application);
    const read = () => client.fetchUserInfo(rp, tokens.access_token, String(tokens.claims()?.sub));
    expect(await read()).toMatchObject(asOpenId);
    const changed = { ...application, nameClaims: 'casdoor' };
    await world.root.post('update-application', changed, { query: { id: `admin/${application.name}` } });
    expect(await read()).toMatchObject(asCasdoor);
  });

  test('… and a user without a display name has the login name', async () => {
    await add(world.root, 'user', { owner: 'acme', name: 'nameless', displayName: '', password });
    const { rp, tokens } = await tokensFor(world, await world.application('app-nameless'), {}, 'nameless');
    const told = await client.fetchUserInfo(rp, tokens.access_token, String(tokens.claims()?.sub));
    expect(told).toMatchObject({ name: 'nameless', preferred_username: 'nameless' });
  });
});

test('S9 35.12 an application of the platform gets the account names of other organizations with these before them', async () => {
  const application = await world.application('app-platform', { organization: 'built-in' });
  const claims = JSON.stringify({ id_token: { preferred_username: null } });
  const { rp, tokens } = await tokensFor(world, application, { claims });
  const told = await client.fetchUserInfo(rp, tokens.access_token, String(tokens.claims()?.sub));
  expect([told.preferred_username, tokens.claims()?.preferred_username]).toEqual(['acme/alice', 'acme/alice']);
});

test('17.17 applications from before the upgrade keep Casdoor’s meaning, and later ones have the standard’s', async () => {
  const database = await createDatabase({ empty: true });
  const db = connect(database.url);
  const at = migrations.findIndex(({ name }) => name.endsWith('_name_claims'));
  for (const migration of migrations.slice(0, at)) await migration.up(db);
  const row = (name: string) => ({ owner: 'admin', name, client_id: name, created_time: new Date() });
  await db('applications').insert(row('before'));
  await migrations[at]?.up(db);
  await db('applications').insert(row('after'));
  expect(await db('applications').orderBy('name').select('name', 'name_claims')).toEqual([
    { name: 'after', name_claims: 'standard' },
    { name: 'before', name_claims: 'casdoor' },
  ]);
  await db.destroy();
  await database.drop();
});
