import * as client from 'openid-client';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { asPageAsks, careful, createProtocolWorld, exchange, type ProtocolWorld } from '../world.ts';

const master = 'master of the keys';
let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
});
afterAll(() => world.app.stop());

const newMaster = (organization: string) =>
  world.root.post(
    'update-organization',
    { masterPassword: 'another master of keys' },
    { query: { id: `admin/${organization}` } },
  );
const newPassword = (organization: string) =>
  world.root.post('set-password', { userOwner: organization, userName: 'rita', newPassword: `${password}-new` });

test.each([
  { what: 'a new master password', organization: 'keep', proof: master, end: newMaster },
  { what: 'a new password', organization: 'tower', proof: password, end: newPassword },
  { what: '35.34 for a token that stays, a new password', organization: 'stay', proof: password, end: newPassword },
])(
  'S17 S22 $what waits for a refresh after the session, and ends the new token',
  async ({ organization, proof, end }) => {
    const { db } = world.app;
    await add(world.root, 'organization', { name: organization, masterPassword: master });
    await add(world.root, 'user', { owner: organization, name: 'rita', password });
    const application = await world.application(`app-${organization}`, {
      organization,
      grantTypes: ['authorization_code', 'refresh_token'],
      rotateRefreshTokens: organization !== 'stay',
    });
    const party = await world.relyingParty(application);
    const flow = await careful(party, { scope: 'openid offline_access' });
    const form = { type: 'code', organization, username: 'rita', password: proof };
    const { body } = await world.app.client().post('login', form, { query: asPageAsks(flow.request) });
    const tokens = await exchange(party, flow, body.data);
    // Upkeep deletes a session that has expired, and nothing with it.
    await db('sessions').where({ owner: organization }).delete();

    const isWaiting = async (count: number) => {
      const { rows } = await db.raw(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = ?',
        ['Lock'],
      );
      return rows.length >= count;
    };
    const both = await db.transaction(async (sql) => {
      // The refresh has used up its token, and waits before it stores the new ones.
      await sql('tokens').where({ organization, user: 'rita' }).forUpdate().first();
      const refreshing = client.refreshTokenGrant(party, String(tokens.refresh_token));
      await vi.waitUntil(() => isWaiting(1));
      const ending = end(organization);
      await vi.waitUntil(() => isWaiting(2), { timeout: 3_000 });
      return { refreshing, ending };
    });
    const fresh = await both.refreshing;
    expect((await both.ending).body.status).toBe('ok');
    await expect(client.refreshTokenGrant(party, String(fresh.refresh_token))).rejects.toMatchObject({
      error: 'invalid_grant',
    });
  },
);
