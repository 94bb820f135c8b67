import { tableName } from '@doorwright/crds/derive/tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { registry } from '../../harness/database/template.ts';
import { add } from '../../harness/world.ts';
import { createDecisions, type Decisions, fresh } from '../decisions/world.ts';

let decisions: Decisions;
let world: Decisions['world'];
let admin: Client;
beforeAll(async () => {
  decisions = await createDecisions();
  world = decisions.world;
  admin = world.acme.admin;
});
afterAll(() => world.app.stop());

/** Adds a group of acme and returns its name. */
async function group(own: Record<string, unknown> = {}): Promise<string> {
  const name = fresh('group');
  await add(admin, 'group', { owner: 'acme', name, displayName: name, ...own });
  return name;
}

const change = async (name: string, changes: Record<string, unknown>, client = admin) =>
  (await client.post('update-group', changes, { query: { id: `acme/${name}` } })).body;
const read = async (name: string) => (await admin.get('get-group', { id: `acme/${name}` })).body.data;
const isPlaced = (answer: { code?: string; status: string }) => answer.code ?? answer.status;

describe('a group', () => {
  test('cannot contain itself, neither directly nor through others, nor by two changes at once', async () => {
    const [a, b, c] = [await group(), await group(), await group()];
    const wrong = {
      code: 'invalid',
      fields: [{ field: 'parentId', message: expect.stringContaining('inside itself') }],
    };
    expect(await change(a, { parentId: a })).toMatchObject(wrong);
    expect(await change(a, { parentId: b })).toMatchObject({ status: 'ok' });
    expect(await change(b, { parentId: c })).toMatchObject({ status: 'ok' });
    expect(await change(c, { parentId: a })).toMatchObject(wrong);
    for (let round = 0; round < 5; round++) {
      const [x, y] = [await group(), await group()];
      const answers = await Promise.all([change(x, { parentId: y }), change(y, { parentId: x })]);
      expect(answers.map(isPlaced).toSorted()).toEqual(['invalid', 'ok']);
    }
  });

  test('says whether it is at the top, also for clients of Casdoor 2022, which send the organization as parent', async () => {
    const top = await group({ parentId: 'acme', isTopGroup: true });
    expect(await read(top)).toMatchObject({ parentId: '', isTopGroup: true });
    const part = await group({ parentId: top, isTopGroup: true });
    expect(await read(part)).toMatchObject({ parentId: top, isTopGroup: false });
    expect(await change(part, { parentId: 'acme' })).toMatchObject({ data2: { parentId: '', isTopGroup: true } });
  });

  test('keeps its subgroups if it is renamed, and cannot be deleted while it has some', async () => {
    const top = await group();
    const part = await group({ parentId: top });
    const renamed = fresh('renamed');
    expect(await change(top, { name: renamed })).toMatchObject({ status: 'ok' });
    expect(await read(part)).toMatchObject({ parentId: renamed });
    const remove = async (name: string) => (await admin.post('delete-group', { owner: 'acme', name })).body;
    expect(await remove(renamed)).toMatchObject({ code: 'in-use' });
    for (const name of [part, renamed]) expect(await remove(name)).toMatchObject({ status: 'ok' });
  });

  test('is at most a hundred levels deep, whichever end moves', async () => {
    const kind = registry.named('group');
    const chain = fresh('level');
    const rows = Array.from({ length: 99 }, (_, index) => ({
      owner: 'acme',
      name: `${chain}-${index}`,
      parent_id: index === 0 ? '' : `${chain}-${index - 1}`,
      created_time: new Date(),
    }));
    await world.app.db(tableName(kind)).insert(rows);
    const wrong = { code: 'invalid', fields: [{ field: 'parentId', message: expect.stringContaining('100 levels') }] };
    const last = await group({ parentId: `${chain}-98` });
    const below = { owner: 'acme', name: fresh('group'), parentId: last };
    expect((await admin.post('add-group', below)).body).toMatchObject(wrong);
    expect(await change(`${chain}-0`, { parentId: await group() })).toMatchObject(wrong);
    // The deepest group is still listed.
    expect((await admin.get('get-groups', { owner: 'acme', withTree: 'true' })).body.status).toBe('ok');
  });

  test('S9 that moves to another organization joins no group there that has its parent’s name', async () => {
    const parent = await group();
    const part = await group({ parentId: parent });
    await add(world.root, 'group', { owner: 'globex', name: parent });
    expect(await change(part, { owner: 'globex', parentId: parent }, world.root)).toMatchObject({ status: 'ok' });
    const lonely = await group({ parentId: await group() });
    expect(await change(lonely, { owner: 'globex' }, world.root)).toMatchObject({
      code: 'unknown-reference',
      fields: [{ field: 'parentId' }],
    });
  });
});

describe('the groups of an organization as trees', () => {
  test('begin at the top and contain the subgroups', async () => {
    const top = await group({ displayName: 'Company', type: 'Physical' });
    const team = await group({ parentId: top });
    const squad = await group({ parentId: team, displayName: '' });
    const { data } = (await world.acme.application.get('get-groups', { owner: 'acme', withTree: 'true' })).body;
    const inSquad = { name: squad, key: squad, title: squad, children: [] };
    const inTeam = { name: team, key: team, title: team, isTopGroup: false, children: [inSquad] };
    const whole = { name: top, key: top, title: 'Company', type: 'Physical', isTopGroup: true, children: [inTeam] };
    const named = (name: string) => data.filter((each: { name: string }) => each.name === name);
    expect(named(top)).toMatchObject([whole]);
    expect(named(team)).toEqual([]);
  });

  test('S9 are for callers who may list groups, and contain nothing of another organization', async () => {
    const own = await group();
    const tree = async (client: Client, query = {}) =>
      (await client.get('get-groups', { withTree: 'true', ...query })).body;
    expect(await tree(world.acme.user, { owner: 'acme' })).toMatchObject({ code: 'unauthorized' });
    expect(await tree(world.app.anonymous, { owner: 'acme' })).toMatchObject({ code: 'sign-in-first' });
    expect(await tree(world.globex.admin, { owner: 'acme' })).toMatchObject({ code: 'unauthorized' });
    expect(JSON.stringify(await tree(world.globex.admin))).not.toContain(own);
  });
});

describe('a member of a group', () => {
  let somebody: string;
  beforeAll(async () => {
    somebody = await decisions.user();
  });

  /** Tells whether a user may do an action that only a role of this group permits. */
  async function isAllowed(name: string): Promise<boolean> {
    const role = await decisions.role({ groups: [`acme/${name}`] });
    const permissionId = await decisions.permission({ users: [], roles: [role] });
    return decisions.decided({ permissionId }, [somebody, 'app-acme', 'Read']);
  }

  test('has its roles, and those of the groups around it', async () => {
    const top = await group();
    const team = await group({ parentId: top });
    const squad = await group({ parentId: team, users: [somebody] });
    expect(await Promise.all([squad, team, top].map(isAllowed))).toEqual([true, true, true]);
    expect(await isAllowed(await group({ parentId: squad }))).toBe(false);
  });

  test('has the roles that contain a role of the group, and sees all of them', async () => {
    const inner = await decisions.role({ groups: [`acme/${await group({ users: [somebody] })}`] });
    const outer = await decisions.role({ roles: [inner] });
    const roles = (await world.acme.application.get('get-all-roles', { userId: somebody })).body.data;
    expect(roles).toEqual(expect.arrayContaining([inner, outer].map((id) => id.slice('acme/'.length))));
  });

  test('has no rights from a disabled group, or through it', async () => {
    const top = await group();
    const team = await group({ parentId: top, isEnabled: false });
    const squad = await group({ parentId: team, users: [somebody] });
    expect(await Promise.all([squad, team, top].map(isAllowed))).toEqual([true, false, false]);
  });

  test('S16 loses its rights as soon as the member or the group is removed', async () => {
    const top = await group();
    const team = await group({ parentId: top, users: [somebody] });
    const role = await decisions.role({ groups: [`acme/${top}`] });
    const permissionId = await decisions.permission({ users: [], roles: [role] });
    const may = () => decisions.decided({ permissionId }, [somebody, 'app-acme', 'Read']);
    for (const [off, on] of [
      [{ users: [] }, { users: [somebody] }],
      [{ parentId: '' }, { parentId: top }],
      [{ isEnabled: false }, { isEnabled: true }],
    ] as const) {
      expect(await may()).toBe(true);
      expect(await change(team, off)).toMatchObject({ status: 'ok' });
      expect(await may()).toBe(false);
      expect(await change(team, on)).toMatchObject({ status: 'ok' });
    }
  });
});
