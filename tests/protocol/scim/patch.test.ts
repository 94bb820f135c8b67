import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { enterprise, made, type Program, startScim, userOf } from './world.ts';

let app: TestApp;
let program: Program;
beforeAll(async () => {
  ({ app, program } = await startScim());
});
afterAll(() => app?.stop());

let count = 0;
const start = () =>
  made(
    program,
    '/Users',
    userOf(`user-${++count}`, {
      name: { givenName: 'Barbara', familyName: 'Jensen' },
      displayName: 'Babs',
      title: 'Cook',
      emails: [
        { value: `work-${count}@acme.example`, type: 'work', primary: true },
        { value: `home-${count}@acme.example`, type: 'home' },
      ],
      [enterprise]: { department: 'Kitchen', employeeNumber: '7' },
    }),
  );

const urn = 'urn:ietf:params:scim:schemas:core:2.0:User';

/** The operations, and the expected part of the resource. `undefined` is an attribute without a value. */
const cases: [title: string, operations: object[], expected: Record<string, unknown>][] = [
  ['replaces a text', [{ op: 'replace', path: 'title', value: 'Chef' }], { title: 'Chef' }],
  ['takes capitals in ops, paths and members', [{ OP: 'Replace', Path: 'TITLE', Value: 'Chef' }], { title: 'Chef' }],
  ['takes the URI of the schema', [{ op: 'add', path: `${urn}:title`, value: 'Chef' }], { title: 'Chef' }],
  ['removes a text', [{ op: 'remove', path: 'title' }], { title: undefined }],
  ['takes null for nothing', [{ op: 'replace', path: 'title', value: null }], { title: undefined }],
  [
    'replaces a part',
    [{ op: 'replace', path: 'name.givenName', value: 'Bea' }],
    { name: { givenName: 'Bea', familyName: 'Jensen' } },
  ],
  ['removes a part', [{ op: 'remove', path: 'name.givenName' }], { name: { familyName: 'Jensen' } }],
  [
    'keeps parts that a value leaves out',
    [{ op: 'replace', path: 'name', value: { givenName: 'Bea' } }],
    { name: { givenName: 'Bea', familyName: 'Jensen' } },
  ],
  [
    'replaces without a path',
    [{ op: 'replace', value: { title: 'Chef', displayName: 'B', unknown: 1 } }],
    { title: 'Chef', displayName: 'B' },
  ],
  [
    'takes paths as names',
    [{ op: 'replace', value: { 'name.givenName': 'Bea', [`${enterprise}:department`]: 'Bar' } }],
    { name: { givenName: 'Bea', familyName: 'Jensen' }, [enterprise]: { department: 'Bar', employeeNumber: '7' } },
  ],
  [
    'replaces in an extension',
    [{ op: 'replace', path: `${enterprise}:department`, value: 'Bar' }],
    { [enterprise]: { department: 'Bar', employeeNumber: '7' } },
  ],
  ['removes a whole extension', [{ op: 'remove', path: enterprise }], { [enterprise]: undefined }],
  [
    'takes a manager as a bare text',
    [{ op: 'add', path: `${enterprise}:manager`, value: '42' }],
    {
      [enterprise]: {
        department: 'Kitchen',
        employeeNumber: '7',
        manager: { value: '42', $ref: expect.stringMatching(/\/Users\/42$/) },
      },
    },
  ],
  ['blocks by a flag', [{ op: 'replace', path: 'active', value: false }], { active: false }],
  ['blocks by a text', [{ op: 'Replace', path: 'active', value: 'False' }], { active: false }],
  [
    'chooses by a filter',
    [{ op: 'replace', path: 'emails[type eq "home"].value', value: 'x@home.example' }],
    { emails: [expect.objectContaining({ type: 'work' }), { value: 'x@home.example', type: 'home' }] },
  ],
  [
    'makes what a filter describes',
    [{ op: 'add', path: 'emails[type eq "other"].value', value: 'x@other.example' }],
    { emails: [expect.anything(), expect.anything(), { value: 'x@other.example', type: 'other' }] },
  ],
  [
    'removes what a filter chooses',
    [{ op: 'remove', path: 'emails[type eq "home"]' }],
    { emails: [expect.objectContaining({ type: 'work' })] },
  ],
  ['removes nothing where nothing is', [{ op: 'remove', path: 'emails[type eq "other"]' }], { title: 'Cook' }],
  [
    'does several in their order',
    [
      { op: 'remove', path: 'title' },
      { op: 'add', path: 'title', value: 'Boss' },
    ],
    { title: 'Boss' },
  ],
];

test.each(cases)('PATCH %s', async (_title, operations, expected) => {
  const { id } = await start();
  const answer = await program.patch(`/Users/${id}`, operations);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  for (const [name, value] of Object.entries(expected)) expect(answer.body[name], name).toEqual(value);
  expect((await program.get(`/Users/${id}`)).body).toEqual(answer.body);
});

test('a new primary address replaces the former one at sign-in', async () => {
  const { id, userName } = await start();
  const value = [{ value: 'new@acme.example', type: 'other', primary: true }];
  const { body } = await program.patch(`/Users/${id}`, [{ op: 'add', path: 'emails', value }]);
  expect(body.emails.filter(({ primary }: { primary?: boolean }) => primary)).toEqual(value);
  expect(await app.store('user').find(app.db, 'acme', userName)).toMatchObject({ email: 'new@acme.example' });
});

const refused: [title: string, operations: object[], scimType: string][] = [
  ['an unknown attribute', [{ op: 'replace', path: 'shoeSize', value: '44' }], 'invalidPath'],
  ['a column of the table', [{ op: 'replace', path: 'isAdmin', value: true }], 'invalidPath'],
  ['a column of the table in capitals', [{ op: 'add', path: 'is_admin', value: true }], 'invalidPath'],
  ['a prototype', [{ op: 'add', path: '__proto__.isAdmin', value: true }], 'invalidPath'],
  ['a constructor', [{ op: 'add', path: 'constructor.prototype', value: {} }], 'invalidPath'],
  ['a path that is a comparison', [{ op: 'replace', path: 'title eq "Cook"', value: 'x' }], 'invalidPath'],
  ['brackets on a single value', [{ op: 'remove', path: 'title[value eq "Cook"]' }], 'invalidPath'],
  ['an ID', [{ op: 'replace', path: 'id', value: '1' }], 'mutability'],
  ['groups', [{ op: 'add', path: 'groups', value: [{ value: '1' }] }], 'mutability'],
  ['a required attribute without a value', [{ op: 'remove', path: 'userName' }], 'invalidValue'],
  ['a wrong type', [{ op: 'replace', path: 'active', value: 'perhaps' }], 'invalidValue'],
  ['an unknown op', [{ op: 'move', path: 'title' }], 'invalidSyntax'],
  ['a removal without a path', [{ op: 'remove' }], 'noTarget'],
  ['an unclear new value', [{ op: 'replace', path: 'emails[type sw "x"].value', value: 'a@b.example' }], 'noTarget'],
  ['nothing', [], 'invalidSyntax'],
];

describe('PATCH refuses', () => {
  test.each(refused)('%s', async (_title, operations, scimType) => {
    const before = await start();
    expect(await program.patch(`/Users/${before.id}`, operations)).toMatchObject({ status: 400, body: { scimType } });
    expect((await program.get(`/Users/${before.id}`)).body).toEqual(before);
  });

  test('S64 members without a path that are columns of the table: they change nothing', async () => {
    const { id, userName } = await start();
    const value = JSON.parse(
      '{"isAdmin":true,"is_admin":true,"isGlobalAdmin":true,"owner":"built-in","__proto__":{"isAdmin":true}}',
    );
    await program.patch(`/Users/${id}`, [{ op: 'replace', value }]);
    expect(await app.store('user').find(app.db, 'acme', userName)).toMatchObject({
      isAdmin: false,
      isGlobalAdmin: false,
    });
    expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
  });
});
