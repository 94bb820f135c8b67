import { deleteExpiredArtifacts } from '@doorwright/api/protocol/store/artifacts.ts';
import { deleteExpiredTokens } from '@doorwright/api/protocol/store/token-adapter.ts';
import * as client from 'openid-client';
import { expect, test } from 'vitest';
import { createProtocolWorld, tokensFor } from './world.ts';

test('upkeep deletes expired rows and keeps valid ones', async () => {
  let time = Date.now();
  const world = await createProtocolWorld({ now: () => new Date(time) });
  const { app } = world;
  const application = await world.application('app-upkeep', { expireInHours: 1, refreshExpireInHours: 48 });
  const { rp, tokens } = await tokensFor(world, application);
  const tend = async () => {
    await deleteExpiredArtifacts(app.db, new Date(time));
    await deleteExpiredTokens(app.db, new Date(time));
  };
  const left = async () =>
    (await app.db('artifacts').orderBy('model').pluck('model')).filter((model: string) => model !== 'Session');

  await tend();
  expect(await left()).toEqual(['AuthorizationCode', 'Grant', 'RefreshToken']);
  time += 2 * 3_600_000;
  await tend();
  // A used code is known for as long as it may be used again (S35).
  expect(await left()).toEqual(['AuthorizationCode', 'Grant', 'RefreshToken']);
  expect(await app.db('tokens').pluck('name')).toEqual([]);
  const fresh = await client.refreshTokenGrant(rp, String(tokens.refresh_token));
  expect(await client.tokenIntrospection(rp, fresh.access_token)).toMatchObject({ active: true });
  time += 49 * 3_600_000;
  await tend();
  expect(await left()).toEqual(['AuthorizationCode', 'Grant']);
  await app.stop();
});
