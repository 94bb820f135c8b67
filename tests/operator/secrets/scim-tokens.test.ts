import { afterAll, beforeAll, expect, test } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { programWith } from '../../protocol/scim/world.ts';
import { eventually } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
}, clusterHookTimeout);
afterAll(() => world?.stop());

const tokenOf = async (secret: string) => (await world.secret(secret))?.SCIM_TOKEN;
const isLive = async (organization: string, token: string | undefined) =>
  (await programWith(world.app, String(token), organization).get('/Users?count=0')).status === 200;
const rotate = (name: string, when: string) =>
  world.kubectl(['annotate', 'dworg', name, '--overwrite', `doorwright.dev/rotate-at=${when}`]);
const handled = (name: string, when: string) =>
  eventually(async () => (await world.get('organization', name)).status?.lastHandledRotateAt === when);

async function declare(name: string, scimTokens: object[]): Promise<void> {
  await world.apply(a('Organization', name, { displayName: name, scimTokens }));
  await world.ready('organization', name);
}

test('a program provisions the organization with the address and the token of its Secret', async () => {
  await declare('scima', [
    { name: 'okta', secretName: 'scima-okta' },
    { name: 'entra', secretName: 'scima-entra' },
  ]);
  const okta = await world.secret('scima-okta');
  expect(okta).toEqual({
    SCIM_TOKEN: expect.stringMatching(/^dw_scim_[\w-]{43}$/),
    SCIM_URL: expect.stringMatching(/\/scim\/v2\/scima$/),
  });
  expect(await isLive('scima', okta?.SCIM_TOKEN)).toBe(true);
  expect(await isLive('scima', await tokenOf('scima-entra'))).toBe(true);
  const listed = (await world.admin.get('get-scim-tokens', { owner: 'scima' })).body.data;
  expect(listed.map((each: { declaredName: string }) => each.declaredName).sort()).toEqual(['entra', 'okta']);
});

test('S64 a declared token sees no other organization', async () => {
  await declare('scimb', [{ name: 'okta', secretName: 'scimb-okta' }]);
  await declare('scimc', []);
  const token = await tokenOf('scimb-okta');
  expect([await isLive('scimb', token), await isLive('scimc', token)]).toEqual([true, false]);
});

test('rotate-at makes another token, and the one before works until the overlap ends', async () => {
  await declare('scimd', [{ name: 'okta', secretName: 'scimd-okta', rotation: { intervalDays: 30, overlapHours: 2 } }]);
  const before = await tokenOf('scimd-okta');
  await rotate('scimd', 'one');
  await handled('scimd', 'one');
  const after = await tokenOf('scimd-okta');
  expect(after).not.toBe(before);
  expect([await isLive('scimd', before), await isLive('scimd', after)]).toEqual([true, true]);
  const { scimTokens = [] } = (await world.get('organization', 'scimd')).status ?? {};
  const [state] = scimTokens as { previousUntil: string }[];
  expect(Date.parse(String(state?.previousUntil)) - Date.now()).toBeGreaterThan(1.9 * 3_600_000);

  // A third one would end the first too early.
  await rotate('scimd', 'two');
  await world.annotate('organization', 'scimd', 'reconcile-at', 'now');
  await eventually(async () => (await world.get('organization', 'scimd')).status?.lastHandledReconcileAt === 'now');
  expect(await tokenOf('scimd-okta')).toBe(after);
  await world.app
    .db('scim_tokens')
    .where({ owner: 'scimd' })
    .whereNotNull('expire_time')
    .update({ expire_time: new Date() });
  expect([await isLive('scimd', before), await isLive('scimd', after)]).toEqual([false, true]);
});

test('an old token is replaced by itself', async () => {
  await declare('scime', [{ name: 'okta', secretName: 'scime-okta', rotation: { intervalDays: 30, overlapHours: 2 } }]);
  const before = await tokenOf('scime-okta');
  const old = new Date(Date.now() - 31 * 86_400_000).toISOString();
  await world.kubectl(['annotate', 'secret', 'scime-okta', '--overwrite', `doorwright.dev/issued-at=${old}`]);
  await eventually(async () => (await tokenOf('scime-okta')) !== before);
  expect([await isLive('scime', before), await isLive('scime', await tokenOf('scime-okta'))]).toEqual([true, true]);
});

test('a rotation goes on where a crash ended it', async () => {
  await declare('scimf', [{ name: 'okta', secretName: 'scimf-okta' }]);
  const before = await tokenOf('scimf-okta');
  const next = `dw_scim_${'n'.repeat(43)}`;
  await world.operator.stop('SIGKILL');
  const patch = { data: { SCIM_TOKEN_NEXT: Buffer.from(next).toString('base64') } };
  await world.kubectl(['patch', 'secret', 'scimf-okta', '--type=merge', '-p', JSON.stringify(patch)]);
  await world.restart();
  await eventually(async () => (await tokenOf('scimf-okta')) === next);
  expect([await isLive('scimf', before), await isLive('scimf', next)]).toEqual([true, true]);
});

test('a token that is declared no more ends, and so do all when the resource goes', async () => {
  await declare('scimg', [
    { name: 'okta', secretName: 'scimg-okta' },
    { name: 'entra', secretName: 'scimg-entra' },
  ]);
  const [okta, entra] = [await tokenOf('scimg-okta'), await tokenOf('scimg-entra')];
  await declare('scimg', [{ name: 'okta', secretName: 'scimg-okta' }]);
  await eventually(async () => !(await isLive('scimg', entra)));
  expect(await isLive('scimg', okta)).toBe(true);
  await world.remove('organization', 'scimg');
  await eventually(async () => !(await isLive('scimg', okta)));
});

test('a person cannot delete a declared token in the console', async () => {
  await declare('scimh', [{ name: 'okta', secretName: 'scimh-okta' }]);
  const [{ id }] = (await world.admin.get('get-scim-tokens', { owner: 'scimh' })).body.data;
  const { body } = await world.admin.post('delete-scim-token', { owner: 'scimh', id });
  expect(body).toMatchObject({ code: 'managed' });
  expect(await isLive('scimh', await tokenOf('scimh-okta'))).toBe(true);
});
