import { afterAll, beforeAll, expect, test } from 'vitest';
import { add } from '../../harness/world.ts';
import { alice, createDecisions, type Decisions, fresh } from './world.ts';

let decisions: Decisions;
beforeAll(async () => {
  decisions = await createDecisions();
});
afterAll(() => decisions.world.app.stop());

interface Access {
  kind: string;
  owner: string;
  name: string;
  isEnabled: boolean;
  via: { kind: string; id: string }[];
}

const accessOf = async (userId: string, client = decisions.world.acme.admin) =>
  (await client.get('get-user-access', { userId })).body;

/** `role porter`: `group acme/night` */
const sources = (access: readonly Access[]) =>
  Object.fromEntries(
    access.map(({ kind, name, via }) => [`${kind} ${name}`, via.map((each) => `${each.kind} ${each.id}`.trim())]),
  );

test('an administrator sees the groups, roles and permissions of a user, and where each comes from', async () => {
  const { user, world } = decisions;
  const id = await user();
  const { admin } = world.acme;
  const put = (kind: string, name: string, own: object) => add(admin, kind, { owner: 'acme', name, ...own });
  const [house, night, porter, keeper, guest, enter, leave] = [
    ...['house', 'night', 'porter', 'keeper', 'guest', 'enter', 'leave'].map(fresh),
  ] as [string, string, string, string, string, string, string];
  await put('group', house, {});
  await put('group', night, { parentId: house, users: [id] });
  await put('role', porter, { groups: [`acme/${house}`], users: [id] });
  await put('role', keeper, { roles: [`acme/${porter}`] });
  await put('role', guest, { users: [id], isEnabled: false });
  await put('permission', enter, { users: [id], roles: [`acme/${keeper}`] });
  await put('permission', leave, { roles: [`acme/${guest}`] });
  const { data } = await accessOf(id);
  expect(sources(data)).toEqual({
    [`group ${house}`]: [`group acme/${night}`],
    [`group ${night}`]: ['direct'],
    [`role ${porter}`]: ['direct', `group acme/${house}`],
    [`role ${keeper}`]: [`role acme/${porter}`],
    // It is disabled, so its permission is not the user's.
    [`role ${guest}`]: ['direct'],
    [`permission ${enter}`]: ['direct', `role acme/${keeper}`],
  });
  expect(data.filter(({ isEnabled }: Access) => !isEnabled).map(({ name }: Access) => name)).toEqual([guest]);
  const roles = (await admin.get('get-all-roles', { userId: id })).body.data;
  expect(roles.sort()).toEqual([keeper, porter].sort());
});

test('a plan gives a role while its subscription runs', async () => {
  const { user, world, role } = decisions;
  const id = await user();
  const { admin } = world.acme;
  const given = await role({});
  const plan = fresh('plan');
  await add(admin, 'plan', { owner: 'acme', name: plan, role: given, isEnabled: true });
  const subscription = { owner: 'acme', name: fresh('subscription'), user: id, plan: `acme/${plan}`, isEnabled: true };
  await add(admin, 'subscription', { ...subscription, state: 'Active' });
  expect(sources((await accessOf(id)).data)).toEqual({ [`role ${given.slice(5)}`]: [`plan acme/${plan}`] });
});

test('S10 users and other tenants see nobody’s access', async () => {
  const { acme, globex } = decisions.world;
  for (const client of [acme.user, globex.admin, globex.user])
    expect((await accessOf(alice, client)).code).toBe('unauthorized');
  expect((await accessOf('acme/nobody')).data).toEqual([]);
});
