import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOperator, type Operator } from '../../declared/operator.ts';
import type { Client } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { doorwright } from './command.ts';
import { type CommandWorld, startCommandWorld } from './world.ts';

let world: CommandWorld;
let root: Client;
let operator: Operator;
const tenant = { cluster: 'test', namespace: 'shop' };

async function declare(ask: Operator, name: string, fields: object): Promise<void> {
  const { body } = await ask.put(`application/admin/${name}`, { uid: `u-${name}`, fields: { ...fields } });
  expect(body).toMatchObject({ outcome: 'created' });
}

beforeAll(async () => {
  world = await startCommandWorld();
  root = await world.app.admin();
  operator = createOperator(world.app.url);
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
});
afterAll(() => world?.stop());

const run = (...args: string[]) => doorwright(['orphans', ...args], world.settings);
const items = async () => JSON.parse((await run('-o', 'json')).stdout).items;

test('17.1 orphans lists objects that were left with too many rights before the upgrade, until somebody narrows them', async () => {
  expect(await run()).toMatchObject({ code: 0, stdout: '' });
  const wide = { organization: 'acme', apiAccess: 'administrator', enableSignUp: true };
  await declare(operator, 'left-before', wide);
  // The former operator released every object with its own token.
  await operator.remove('application/admin/left-before', 'u-left-before', 'Orphan');
  const { code, stdout } = await run();
  expect(code).toBe(2);
  expect(stdout).toMatch(
    /^application\/left-before +\S+ +apiAccess: "administrator", enableSignUp: true, isEnabled: true$/m,
  );
  const narrow = { apiAccess: 'read-account', enableSignUp: false, isEnabled: false };
  await root.post('update-application', narrow, { query: { id: 'admin/left-before' } });
  expect(await run()).toMatchObject({ code: 0 });
});

test('17.1 orphans lists nothing that has a resource, never had one, or was left by a tenant since', async () => {
  const wide = { organization: 'acme', apiAccess: 'administrator' };
  await declare(operator, 'declared', wide);
  await add(root, 'application', { name: 'by-hand', organization: 'acme' });
  const { token } = (await operator.post('token', { organization: 'acme', tenant })).body;
  const narrowed = createOperator(world.app.url, token);
  await declare(narrowed, 'left-since', wide);
  await narrowed.remove('application/admin/left-since', 'u-left-since', 'Orphan');
  // Another object takes the name of one that was left and deleted.
  await declare(operator, 'name-again', wide);
  await operator.remove('application/admin/name-again', 'u-name-again', 'Orphan');
  expect(await items()).toMatchObject([{ kind: 'application', name: 'name-again' }]);
  await root.post('delete-application', { owner: 'admin', name: 'name-again' });
  await add(root, 'application', { name: 'name-again', organization: 'acme' });
  expect(await items()).toEqual([]);
});

test('17.1 only the operator’s full token lists orphans', async () => {
  for (const narrowing of [{ organization: 'acme' }, { tenant }]) {
    const { token } = (await operator.post('token', narrowing)).body;
    expect((await createOperator(world.app.url, token).get('orphaned')).status).toBe(403);
  }
});
