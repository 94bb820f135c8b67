import { randomUUID } from 'node:crypto';
import type { Kind } from '@doorwright/crds';
import { pathText, type ReferencePath, referencesTo, valuesAt } from '@doorwright/crds/derive/paths.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadUsers } from '../../bench/many-users.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { registry } from '../../harness/database/template.ts';
import { add, sampleOf } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  await add(root, 'organization', { name: organization });
});
afterAll(() => app.stop());

/** Owns what the cases add. A case about an organization adds another one. */
const organization = 'acme';

type Object_ = Record<string, unknown>;

let counter = 0;
const fresh = (prefix: string) => `${prefix}-${++counter}`;

async function subject(kind: Kind, organization: string): Promise<{ owner: string; key: string }> {
  const object = await add(root, kind.name, sampleOf(kind, organization, fresh(kind.name)));
  return { owner: String(object.owner), key: String(object[kind.key]) };
}

/** A row that refers to the object at one path, written directly into the table, because no endpoint would write some of them. */
async function holder(
  path: ReferencePath,
  named: { owner: string; key: string },
): Promise<{ owner: string; key: string }> {
  const { kind, refers, field, list, member } = path;
  const value = refers.by === 'id' ? `${named.owner}/${named.key}` : named.key;
  const key = fresh('holder');
  const row: Object_ = Object.fromEntries(
    fieldsOf(kind)
      .filter((each) => !each.computed && each.required)
      .map((each) => [each.name, each.type === 'moment' ? new Date().toISOString() : fresh('x')]),
  );
  const entry = member ? { [member]: value } : value;
  Object.assign(row, {
    owner: kind.owner === 'admin' ? 'admin' : named.owner === 'admin' ? 'holders' : named.owner,
    createdTime: new Date().toISOString(),
    version: 1,
    ...(!fieldsOf(kind).some(({ counted }) => counted) && { id: randomUUID() }),
    [kind.key]: key,
    ...(refers.ownerField && { [refers.ownerField]: named.owner }),
    [field]: list ? [entry, member ? { [member]: 'another' } : 'another/one'] : value,
  });
  const stored = await app.store(kind.name).insert(app.db, row);
  return { owner: String(stored.owner), key: String(stored[kind.key]) };
}

/** The row that refers to the object. Its own owner may have been renamed with the object. */
const find = async ({ kind }: ReferencePath, { key }: { key: string }) => {
  const { table, fromRow } = app.store(kind.name);
  const row = await app
    .db(table)
    .where(kind.key === 'id' ? { id: key } : { name: key })
    .first();
  return row && fromRow(row);
};

const targets = registry.kinds.filter(
  (kind) => !kind.internal && kind.access?.add && referencesTo(kind.name, registry.kinds).length > 0,
);
const cases = targets.flatMap((kind) =>
  referencesTo(kind.name, registry.kinds).map(
    (path) => [kind.name, `${path.kind.name}.${pathText(path)}`, path.refers.onDelete, kind, path] as const,
  ),
);

test('these tests cover all references of the model', () => {
  expect(targets.map((kind) => kind.name)).toEqual(
    expect.arrayContaining(['organization', 'user', 'role', 'application', 'provider', 'cert', 'model']),
  );
  expect(cases.length).toBeGreaterThan(25);
});

/** No request names anything there. */
const isServerSet = ({ kind, field }: ReferencePath) =>
  kind.described.some(({ name, serverSet }) => name === field && serverSet);

const followed = cases.filter(([, , , , { refers }]) => !refers.keepsName);
const kept = cases.filter(([, , , , { refers }]) => refers.keepsName);

/** A row with a reference, and the object that it refers to under a new name. */
async function renamed([, , , kind, path]: (typeof cases)[number]) {
  const before = await subject(kind, organization);
  const held = await holder(path, before);
  const name = fresh('renamed');
  const query = { id: `${before.owner}/${before.key}` };
  const { body } = await root.post(`update-${kind.name}`, { [kind.key]: name }, { query });
  expect(body.msg).toBe('');
  const after = (await find(path, held.key === before.key ? { key: name } : held)) as Object_;
  const [old, now] = [before.key, name].map((key) => (path.refers.by === 'id' ? `${before.owner}/${key}` : key));
  return { old, now, values: valuesAt(after, path) };
}

describe('Renaming', () => {
  test.each(followed)('a %s changes %s too', async (...each) => {
    const { old, now, values } = await renamed(each);
    expect(values).toContain(now);
    expect(values).not.toContain(old);
    if (each[4].list) expect(values).toHaveLength(2);
  });

  test.each(kept)('a %s does not change %s, which tells what happened under the old name', async (...each) => {
    const { old, values } = await renamed(each);
    expect(values).toEqual([old]);
  });

  test('a renamed organization keeps the references by its users’, roles’ and permissions’ ids', async () => {
    await add(root, 'organization', { name: 'before' });
    await add(root, 'user', { owner: 'before', name: 'u' });
    await add(root, 'user', { owner: 'built-in', name: 'stays' });
    await add(root, 'role', { owner: 'before', name: 'inner', users: ['before/u', 'built-in/stays'] });
    await add(root, 'role', { owner: 'before', name: 'outer', roles: ['before/inner'] });
    await add(root, 'permission', { owner: 'before', name: 'p', users: ['before/u'], roles: ['before/inner'] });
    expect(
      (await root.post('update-organization', { name: 'after' }, { query: { id: 'admin/before' } })).body.status,
    ).toBe('ok');
    const find = (kind: string, name: string) => app.store(kind).find(app.db, 'after', name);
    expect(await find('user', 'u')).toBeDefined();
    expect(await find('role', 'inner')).toMatchObject({ users: ['after/u', 'built-in/stays'] });
    expect(await find('role', 'outer')).toMatchObject({ roles: ['after/inner'] });
    expect(await find('permission', 'p')).toMatchObject({ users: ['after/u'], roles: ['after/inner'] });
    expect(JSON.stringify((await root.get('get-roles')).body.data)).not.toContain('before/');
  });
});

describe('Deleting', () => {
  test.each(cases)('a %s with a reference at %s: %s', async (_name, _path, onDelete, kind, path) => {
    const object = await subject(kind, organization);
    const held = await holder(path, object);
    const { body } = await root.post(`delete-${kind.name}`, { owner: object.owner, [kind.key]: object.key });
    const after = await find(path, held);
    const still = await app.store(kind.name).find(app.db, object.owner, object.key);
    const value = path.refers.by === 'id' ? `${object.owner}/${object.key}` : object.key;
    if (onDelete === 'refuse') {
      expect(body).toMatchObject({ code: 'in-use' });
      expect(body.msg).toContain(held.key);
      expect(still).toBeDefined();
      return;
    }
    expect(body.msg).toBe('');
    expect(still).toBeUndefined();
    if (onDelete === 'cascade') expect(after).toBeUndefined();
    if (onDelete === 'detach') expect(valuesAt(after as Object_, path)).not.toContain(value);
    if (onDelete === 'detach' && path.list) expect(valuesAt(after as Object_, path)).toHaveLength(1);
    if (onDelete === 'keep') expect(valuesAt(after as Object_, path)).toContain(value);
  });
});

describe('A missing object', () => {
  test.each(
    cases.filter(
      ([, , , kind, path]) =>
        !path.refers.loose &&
        !isServerSet(path) &&
        !path.kind.internal &&
        path.field !== 'owner' &&
        path.kind.access?.add &&
        kind,
    ),
  )('of the kind %s cannot be named at %s', async (_name, _path, _onDelete, _kind, path) => {
    const { kind, field, list, member, refers } = path;
    const value = refers.by === 'id' ? `${organization}/missing` : 'missing';
    const entry = member ? { [member]: value } : value;
    const object = { ...sampleOf(kind, organization, fresh('naming')), [field]: list ? [entry] : value };
    const { body } = await root.post(`add-${kind.name}`, object);
    expect(body).toMatchObject({ code: 'unknown-reference' });
    expect(body.fields?.map((each) => each.field)).toContain(pathText(path, 0));
  });
});

test('35.28 a permission that moves to another organization drops what does not belong to it', async () => {
  const [before, after, name] = [organization, fresh('beta'), fresh('moving')];
  await add(root, 'organization', { name: after });
  for (const owner of [before, after]) {
    await add(root, 'user', { owner, name: 'mover' });
    await add(root, 'role', { owner, name: 'movers' });
    await add(root, 'application', { name: `app-of-${owner}`, organization: owner, cert: 'cert-built-in' });
  }
  await add(root, 'model', { owner: before, name: 'left', modelText: '' });
  const both = (part: string) => [`${before}/${part}`, `${after}/${part}`];
  const resources = ['app-built-in', `app-of-${before}`];
  const permission = { owner: before, name, users: both('mover'), roles: both('movers'), resources, model: 'left' };
  await add(root, 'permission', permission);
  const move = (body: object) => root.post('update-permission', body, { query: { id: `${before}/${name}` } });
  // What the move itself adds is checked as usual.
  const wrong = await move({ ...permission, owner: after, users: [...both('mover'), `${after}/nobody`] });
  expect(wrong.body).toMatchObject({ code: 'unknown-reference', fields: [{ field: 'users[1]' }] });
  expect((await move({ ...permission, owner: after, resources: [...resources, `app-of-${after}`] })).body.status).toBe(
    'ok',
  );
  const { data } = (await root.get('get-permission', { id: `${after}/${name}` })).body;
  expect(data).toMatchObject({
    users: [`${after}/mover`],
    roles: [`${after}/movers`],
    resources: ['app-built-in', `app-of-${after}`],
    model: '',
  });
});

test('an error about one entry of a list names that entry', async () => {
  const providers = [{ name: 'provider_captcha_default' }, { name: '' }, { name: 'nowhere' }];
  const { body } = await root.post('add-application', { name: fresh('list'), organization: 'built-in', providers });
  expect(body).toMatchObject({ code: 'unknown-reference' });
  expect(body.fields?.map(({ field }) => field)).toEqual(['providers[1].name', 'providers[2].name']);
});

test('ten thousand references can be written at once, and the error names the wrong one', async () => {
  await loadUsers(app.db, organization, 10_000);
  const users = Array.from({ length: 10_000 }, (_, index) => `${organization}/user_${index + 1}`);
  expect((await root.post('add-role', { owner: organization, name: 'all', users })).body).toMatchObject({
    status: 'ok',
  });
  users[9_999] = `${organization}/nobody`;
  expect((await root.post('add-role', { owner: organization, name: 'wrong', users })).body).toMatchObject({
    code: 'unknown-reference',
    fields: [{ field: 'users[9999]' }],
  });
});
