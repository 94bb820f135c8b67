import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { programWith } from '../../protocol/scim/world.ts';
import { createOperator } from '../operator.ts';

let app: TestApp;
let operator: ReturnType<typeof createOperator>;
beforeAll(async () => {
  app = await startApp();
  operator = createOperator(app.url);
});
afterAll(() => app?.stop());

const tokenOf = (letter: string) => `dw_scim_${letter.repeat(43)}`;
const keep = (organization: string, token: string, overlapSeconds = 3600) =>
  operator.ask('PUT', `organization/admin/${organization}/scim-tokens/okta`, { token, overlapSeconds });
const isLive = async (organization: string, letter: string) =>
  (await programWith(app, tokenOf(letter), organization).get('/Users?count=0')).status === 200;

test('a repeated token changes nothing, and a third one waits for the end of the first', async () => {
  await operator.put('organization/admin/pine', { uid: 'u-pine' });
  for (const _ of [1, 2]) expect((await keep('pine', tokenOf('a'))).body.items).toHaveLength(1);
  const { body } = await keep('pine', tokenOf('b'));
  expect(body.items.map(({ state }: { state: string }) => state).sort()).toEqual(['current', 'previous']);
  expect((await keep('pine', tokenOf('c'))).body.code).toBe('RotationPending');
  expect([await isLive('pine', 'a'), await isLive('pine', 'b'), await isLive('pine', 'c')]).toEqual([
    true,
    true,
    false,
  ]);
});

test('S64 only an organization that a resource declares has declared tokens, and the platform none', async () => {
  await operator.put('organization/admin/oak', { uid: 'u-oak' });
  await keep('oak', tokenOf('o'));
  expect(await isLive('oak', 'o')).toBe(true);
  const left = await operator.ask('DELETE', 'organization/admin/oak?policy=Orphan', undefined, {
    'Idempotency-Key': 'u-oak',
  });
  expect(left.body.outcome).toBe('orphaned');
  expect(await isLive('oak', 'o')).toBe(false);
  expect((await keep('oak', tokenOf('o'))).body.code).toBe('NotManaged');
  // Another resource of the same organization does not revive it.
  await operator.put('organization/admin/oak', { uid: 'u-oak-2', adoption: 'Adopt' });
  expect(await isLive('oak', 'o')).toBe(false);
  expect((await keep('built-in', tokenOf('p'))).status).toBeGreaterThanOrEqual(400);
});

test('S64 a token that is narrowed to another organization changes none', async () => {
  await operator.put('organization/admin/elm', { uid: 'u-elm' });
  await operator.put('organization/admin/ash', { uid: 'u-ash' });
  const { body } = await operator.ask('POST', 'token', { organization: 'ash' });
  const narrowed = createOperator(app.url, body.token);
  const refused = await narrowed.ask('PUT', 'organization/admin/elm/scim-tokens/okta', {
    ...{ token: tokenOf('e'), overlapSeconds: 0 },
  });
  expect(refused.status).toBe(403);
  expect(await isLive('elm', 'e')).toBe(false);
});
