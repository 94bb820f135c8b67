import type { Application } from '@doorwright/crds/kinds/application.ts';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { add, password } from '../../harness/world.ts';
import { createProtocolWorld, type ProtocolWorld, tokensFor } from '../world.ts';

let world: ProtocolWorld;
beforeAll(async () => {
  world = await createProtocolWorld();
  const { root } = world;
  const group = (owner: string, name: string, own: object) => add(root, 'group', { owner, name, ...own });
  await group('acme', 'engineering', {});
  await group('acme', 'developers', { parentId: 'engineering', users: ['acme/alice'] });
  await group('acme', 'closed', { isEnabled: false, users: ['acme/alice'] });
  await group('acme', 'others', {});
});
afterAll(() => world?.app.stop());

async function told(scope: string, name = scope.replaceAll(' ', '-'), settings: Partial<Application> = {}) {
  const { tokens } = await tokensFor(world, await world.application(name, settings), { scope });
  const headers = { Authorization: `Bearer ${tokens.access_token}` };
  const { body } = await world.app.anonymous.get('/api/userinfo', undefined, { headers });
  return [decodeJwt(String(tokens.id_token)), decodeJwt(tokens.access_token), body as unknown as object];
}

test('an application that asks for groups learns their names, and those of the groups around them', async () => {
  for (const claims of await told('openid groups'))
    expect(claims).toMatchObject({ groups: ['developers', 'engineering'] });
});

test('an application that does not ask for groups learns none', async () => {
  for (const claims of await told('openid profile')) expect(claims).not.toHaveProperty('groups');
});

test('a person without a group has an empty list', async () => {
  await add(world.root, 'user', { owner: 'acme', name: 'loner', displayName: 'Loner', password });
  const { tokens } = await tokensFor(world, await world.application('alone'), { scope: 'openid groups' }, 'loner');
  expect(decodeJwt(String(tokens.id_token)).groups).toEqual([]);
});

test('S9 a group of another organization has its name before its own, so that nobody takes it for one of theirs', async () => {
  // Its users are those of the platform; people of all organizations may enter.
  for (const claims of await told('openid groups', 'of-platform', { organization: 'built-in', cert: 'cert-built-in' }))
    expect(claims).toMatchObject({ groups: ['acme/developers', 'acme/engineering'] });
});

test('discovery names the scope and the claim', async () => {
  const { body } = await world.app.anonymous.get('/.well-known/openid-configuration');
  expect(body).toMatchObject({
    scopes_supported: expect.arrayContaining(['groups']),
    claims_supported: expect.arrayContaining(['groups']),
  });
});
