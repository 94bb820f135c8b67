import { tableName } from '@doorwright/crds/derive/tables.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { registry } from '../../harness/database/template.ts';
import { alice, createDecisions, type Decisions, fresh, modelText } from './world.ts';

let world: Decisions['world'];
let permission: Decisions['permission'];
let role: Decisions['role'];
let user: Decisions['user'];
let model: Decisions['model'];
let ask: Decisions['ask'];
let decided: Decisions['decided'];
beforeAll(async () => {
  ({ world, permission, role, user, model, ask, decided } = await createDecisions());
});
afterAll(() => world.app.stop());

describe('a model decides', () => {
  test('by its own matcher, with roles and prefixes of names', async () => {
    const editors = await role({ users: [alice] });
    const matcher = `g(r.sub, "${editors}") && keyMatch(r.obj, "app-*") && (r.act == "read" || r.act == "write") && p.act == "admin"`;
    const permissionId = await permission({
      model: await model(matcher, { g: '_, _' }),
      users: ['acme/adam'],
      actions: ['Admin'],
    });
    expect(await decided({ permissionId })).toBe(true);
    expect(await decided({ permissionId }, ['acme/adam', 'app-acme', 'read'])).toBe(false);
    expect(await decided({ permissionId }, [alice, 'other', 'read'])).toBe(false);
    expect(await decided({ permissionId }, [alice, 'app-acme', 'admin'])).toBe(false);
  });

  const usual = { p: 'sub, obj, act' };
  test.each([
    ['ACL', 'r.sub == p.sub && r.obj == p.obj && r.act == p.act', usual],
    ['ACL with a superuser', `r.sub == p.sub && r.obj == p.obj && r.act == p.act || r.sub == "acme/root"`, usual],
    ['RBAC', 'g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act', { ...usual, g: '_, _' }],
    [
      'RBAC that tells effects',
      'g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act',
      { p: 'sub, obj, act, eft', g: '_, _' },
    ],
    ['keyMatch', 'r.sub == p.sub && keyMatch(r.obj, p.obj) && r.act == p.act', usual],
  ])('17.16 %s decides as casbin’s own example', async (_what, matcher, own) => {
    const [reader, other] = [await user(), await user()];
    const id = await permission({
      model: await model(matcher, own),
      users: [],
      roles: [await role({ users: [reader] })],
      actions: ['Read', 'Write'],
    });
    const asked = (who: string, resource: string, action: string) =>
      decided({ permissionId: id }, [who, resource, action]);
    expect(await asked(reader, 'app-acme', 'read')).toBe(true);
    expect(await asked(reader, 'app-acme', 'write')).toBe(true);
    expect(await asked(reader, 'app-acme', 'admin')).toBe(false);
    expect(await asked(reader, 'app-other', 'read')).toBe(false);
    expect(await asked(other, 'app-acme', 'read')).toBe(false);
  });

  test('17.16 with domains, after casbin’s RBAC with domains: the organization is the domain', async () => {
    const matcher = 'g(r.sub, p.sub, r.dom) && r.dom == p.dom && r.obj == p.obj && r.act == p.act';
    const text = { r: 'sub, dom, obj, act', p: 'sub, dom, obj, act', g: '_, _, _' };
    const reader = await user();
    const own = { users: [], roles: [await role({ users: [reader] })] };
    const id = await permission({ model: await model(matcher, text), ...own });
    expect(await decided({ permissionId: id }, [reader, 'acme', 'app-acme', 'read'])).toBe(true);
    expect(await decided({ permissionId: id }, [reader, 'globex', 'app-acme', 'read'])).toBe(false);
    expect(await decided({ permissionId: id }, [await user(), 'acme', 'app-acme', 'read'])).toBe(false);
  });

  test('by the number of values in its definition', async () => {
    const id = await model('r.sub == p.sub && r.dom == "acme"', { r: 'sub, dom, obj, act' });
    const permissionId = await permission({ model: id });
    expect(await decided({ permissionId }, [alice, 'acme', 'app-acme', 'read'])).toBe(true);
    expect((await ask(world.acme.application, { permissionId })).body).toMatchObject({
      code: 'invalid',
      msg: expect.stringContaining('sub, dom, obj, act'),
    });
  });

  test.each([
    ['no text of casbin', 'hello'],
    ['a section missing', modelText('r.sub == p.sub').replace(/\[policy_effect\][^[]*/, '')],
    ['a field twice', modelText('r.sub == p.sub', { p: 'sub, obj, sub' })],
    ['more fields than a table has', modelText('r.sub == p.sub', { p: 'sub, b, c, d, e, f, g' })],
    ['an effect before other fields', modelText('r.sub == p.sub', { p: 'sub, eft, obj' })],
    ['a request without user', modelText('r.obj == p.obj', { r: 'obj, act' })],
    ['links of four', modelText('r.sub == p.sub', { g: '_, _, _, _' })],
    ['roles with domains, asked without one', modelText('g(r.sub, p.sub)', { g: '_, _, _' })],
    ['roles without domains, asked with one', modelText('g(r.sub, p.sub, r.obj)', { g: '_, _' })],
    [
      'an effect that does not deny',
      modelText('r.sub == p.sub').replace('some(where (p.eft == allow))', 'priority(p.eft) || deny'),
    ],
    ['a matcher that is none', modelText('r.sub == == p.sub')],
    ['a matcher that looks at no policy', modelText('r.sub == "acme/alice"')],
  ])('nothing that has %s, which is told when it is saved', async (_what, modelText) => {
    const { body } = await world.acme.admin.post('add-model', { owner: 'acme', name: fresh('model'), modelText });
    expect(body).toMatchObject({ status: 'error', code: 'invalid', fields: [{ field: 'modelText' }] });
  });
});

test.each([
  ['members', 'r.sub.constructor == p.sub'],
  ['members by a computed name', 'r.sub["con" + "structor"] == p.sub'],
  ['members of a text', '"".constructor.constructor("return process")() == p.sub'],
  ['globals', 'process == p.sub'],
  ['what every object has', 'constructor == p.sub'],
  ['this', 'this == p.sub'],
  ['calls of what functions return', 'keyMatch(r.sub, p.sub)() == p.sub'],
  ['methods', 'keyMatch.call(r.sub, p.sub) && p.sub == r.sub'],
  ['patterns', 'regexMatch(r.sub, "(a+)+$") && p.sub == r.sub'],
  ['patterns of paths', 'keyMatch2(r.sub, "/*/*/*/*/*/*") && p.sub == r.sub'],
  ['globs', 'globMatch(r.sub, "{a,b}{a,b}") && p.sub == r.sub'],
  ['policies as code', 'eval(p.sub)'],
  ['policies as code, in a text', 'r.sub == p.sub && r.obj == "eval(p_sub)"'],
  ['arithmetic', 'r.sub + p.sub == "ab"'],
  ['lists', 'r.sub in [p.sub]'],
  ['a thousand comparisons', Array(150).fill('r.sub == p.sub').join(' || ')],
  ['deep brackets', `${'('.repeat(1500)}r.sub == p.sub${')'.repeat(1500)} && this`],
  ['long lines', `r.sub == p.sub && r.obj == "${'a'.repeat(5000)}"`],
])('S6 a matcher cannot hold %s', async (_what, matcher) => {
  const text = { owner: 'acme', name: fresh('model'), modelText: modelText(matcher) };
  expect((await world.acme.admin.post('add-model', text)).body).toMatchObject({ status: 'error', code: 'invalid' });
});

test('S6 an older invalid model text in the database decides nothing', async () => {
  const name = await model('r.sub == p.sub');
  const permissionId = await permission({ model: name });
  await world.app
    .db(tableName(registry.named('model')))
    .where({ owner: 'acme', name })
    .update({ model_text: modelText('this || p.sub') });
  await world.acme.admin.post('update-model', { displayName: 'Changed' }, { query: { id: `acme/${name}` } });
  expect((await ask(world.acme.application, { permissionId })).body).toMatchObject({
    status: 'error',
    code: 'invalid',
  });
});

test('S6 35.3 a long matcher counts as several comparisons', async () => {
  const matcher = (parts: number) => Array(parts).fill('r.sub != p.sub').join(' && ');
  const users = Array.from({ length: 4000 }, (_, index) => `acme/user-${index}`);
  const answers: unknown[] = [];
  for (const parts of [10, 45]) {
    const permissionId = await permission({ model: await model(matcher(parts)) });
    const [, name = ''] = permissionId.split('/');
    const row = world.app.db(tableName(registry.named('permission'))).where({ owner: 'acme', name });
    await row.update({ users: JSON.stringify(users) });
    await world.acme.admin.post('update-permission', { displayName: 'Changed' }, { query: { id: permissionId } });
    const { body } = await ask(world.acme.application, { permissionId });
    answers.push(body.code ?? body.data);
  }
  expect(answers).toEqual([[true], 'too-many-policies']);
});

test('S6 too many policies are refused if the model compares them one by one', async () => {
  const name = await model('r.sub != p.sub && r.obj != p.obj');
  const permissionId = await permission({ model: name });
  const many = JSON.stringify(Array.from({ length: 4000 }, (_, index) => `acme/user-${index}`));
  const [, own = ''] = permissionId.split('/');
  const actions = JSON.stringify(['Read', 'Write', 'Admin']);
  await world.app
    .db(tableName(registry.named('permission')))
    .where({ owner: 'acme', name: own })
    .update({ users: many, actions });
  await world.acme.admin.post('update-permission', { displayName: 'Changed' }, { query: { id: permissionId } });
  expect((await ask(world.acme.application, { permissionId })).body.code).toBe('too-many-policies');
});
