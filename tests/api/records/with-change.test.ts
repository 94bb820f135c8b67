import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTenants } from '../../harness/world.ts';

type World = Awaited<ReturnType<typeof startTenants>>;

let world: World;
beforeAll(async () => {
  world = await startTenants();
});
afterAll(() => world?.app.stop());

const addRole = (name: string) => world.acme.admin.post('add-role', { owner: 'acme', name });
const isThere = async (name: string) =>
  (await world.acme.admin.get('get-role', { id: `acme/${name}` })).body.status === 'ok';
const recordsOf = async (object: string) => {
  const { body } = await world.root.get('get-records', { p: 1, pageSize: 10, object });
  return body.data.map(({ action, outcome }: { action: string; outcome: string }) => `${action} ${outcome}`);
};

test('a change whose record cannot be written does not happen', async () => {
  const { db } = world.app;
  const name = 'without-records';
  await db.raw(`ALTER TABLE records ADD CONSTRAINT not_this CHECK (object <> 'role acme/${name}')`);
  const { body } = await addRole(name);
  await db.raw('ALTER TABLE records DROP CONSTRAINT not_this');
  expect(body.status).toBe('error');
  expect(await isThere(name)).toBe(false);
  expect(await recordsOf(`role acme/${name}`)).toEqual([]);
  expect((await addRole(name)).body.status).toBe('ok');
  expect(await isThere(name)).toBe(true);
  expect(await recordsOf(`role acme/${name}`)).toEqual(['add-role ok']);
});

test('a change that is refused at its end leaves no record of a change', async () => {
  await addRole('once');
  const again = await addRole('once');
  expect(again.body.status).toBe('error');
  expect((await recordsOf('role acme/once')).filter((each: string) => each.endsWith(' ok'))).toEqual(['add-role ok']);
});
