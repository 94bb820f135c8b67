import { userColumns } from '@doorwright/api/kinds/user/upload/columns.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../../harness/app.ts';
import type { Client } from '../../../harness/client.ts';
import { add, createTenant, type Tenant } from '../../../harness/world.ts';
import { hostileSheets } from './hostile-sheets.ts';
import { type Cell, sheet, upload } from './sheets.ts';
import { workbookOf, zipFile } from './zip-file.ts';

let app: TestApp;
let root: Client;
let acme: Tenant;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
  acme = await createTenant(app, root, 'acme');
});
afterAll(() => app.stop());

const stored = (owner: string, name: string) => app.store('user').find(app.db, owner, name);
const count = async () => Number((await app.db('users').count().first())?.count);

describe('Uploading a sheet of users', () => {
  test('17.5 an administrator who signed in with the master password uploads no user with a password or an address', async () => {
    await root.post('update-organization', { masterPassword: 'master-of-acme' }, { query: { id: 'admin/acme' } });
    const adam = await app.signedIn('acme', 'adam', 'master-of-acme');
    const rows: Cell[][] = [
      ['owner', 'name', 'password', 'email'],
      ['acme', 'with-password', 'known to a stranger', null],
      ['acme', 'with-email', null, 'thief@elsewhere.example'],
      ['acme', 'with-neither', null, null],
    ];
    const { data } = await upload(adam, await sheet(rows));
    expect(data.rows.map(({ outcome, field }: Record<string, string>) => `${outcome} ${field}`)).toEqual([
      'failed password',
      'failed email',
      'created ',
    ]);
  });

  test('a dry run has the same report as the upload after it, and writes nothing', async () => {
    const rows: Cell[][] = [
      ['owner', 'name', 'password', 'email'],
      ['acme', 'dry-1', 'a-good-pass-phrase', 'dry@acme.example'],
      ['acme', 'alice', null, null],
      ['acme', 'dry-2', '123', null],
      ['acme', 'dry-3', null, 'dry@acme.example'],
      ['globex', 'dry-4', null, null],
    ];
    const before = await count();
    const records = async () =>
      Number((await app.db('records').where({ action: 'upload-users' }).count().first())?.count);
    const told = await records();
    const preview = await upload(acme.admin, await sheet(rows), { dryRun: 'true' });
    expect(preview.data).toMatchObject({ created: 1, skipped: 1, failed: 3 });
    expect([await count(), await records()]).toEqual([before, told]);
    const { data } = await upload(acme.admin, await sheet(rows));
    expect(data.rows).toEqual(preview.data.rows);
    expect(await count()).toBe(before + 1);
    expect((await upload(acme.user, await sheet(rows), { dryRun: 'true' })).code).toBe('unauthorized');
  });

  test('the report has the outcome of each row, and an invalid row does not stop the others', async () => {
    const rows: Cell[][] = [
      ['owner', 'Display name', 'name', 'password', 'email', 'isAdmin', 'isGlobalAdmin', 'score', 'signupApplication'],
      ['acme', 'Ada', 'ada', 'ada-password', 'ada@acme.example', 1, 0, 7, 'app-acme'],
      ['acme', 'Alice', 'alice', 'whatever', null, 0, 0, 0, null],
      ['acme', 'Short', 'short', '123', null, 0, 0, 0, null],
      ['acme', 'Twice', 'twice', null, 'ada@acme.example', 0, 0, 0, null],
      ['globex', 'Foreign', 'foreign', null, null, 0, 0, 0, null],
      ['acme', 'Chief', 'chief', null, null, 0, 1, 0, null],
      ['acme', 'Lost', 'lost', null, null, 0, 0, 0, 'no-such-application'],
      ['acme', 'Slash', 'a/b', null, null, 0, 0, 0, null],
      ['acme', 'Half', 'half', null, null, 0, 0, 1.5, null],
      [null, null, null, null, null, null, null, null, null],
      ['acme', 'Last', 'last', null, null, 0, 0, 0, null],
    ];
    const { status, data } = await upload(acme.admin, await sheet(rows));
    expect(status).toBe('ok');
    expect(data).toMatchObject({ created: 2, skipped: 1, failed: 7 });
    const told = data.rows.map((each: { row: number; outcome: string; field: string; why: string }) =>
      [each.row, each.outcome, each.field, each.why].join(' '),
    );
    expect(told).toEqual([
      '2 created  ',
      '3 skipped name Another User already has this name',
      expect.stringMatching(/^4 failed password .*8 characters/),
      '5 failed email An earlier row has the same value',
      '6 failed owner Organization globex does not exist',
      expect.stringMatching(/^7 failed isGlobalAdmin/),
      '8 failed signupApplication Application no-such-application does not exist',
      expect.stringMatching(/^9 failed name/),
      expect.stringMatching(/^10 failed score/),
      '12 created  ',
    ]);
    expect(await stored('acme', 'ada')).toMatchObject({
      displayName: 'Ada',
      isAdmin: true,
      score: 7,
      passwordType: 'argon2id',
    });
    await app.signedIn('acme', 'ada', 'ada-password');
    expect((await stored('acme', 'alice'))?.displayName).toBe('Someone');
  });

  test('a sheet without known column names is read by position', async () => {
    const values: Record<string, Cell> = {
      owner: 'acme',
      name: 'positional',
      displayName: 'By position',
      isForbidden: 1,
    };
    await upload(
      acme.admin,
      await sheet([userColumns.map((_, i) => `Spalte ${i}`), userColumns.map((name) => values[name] ?? null)]),
    );
    expect(await stored('acme', 'positional')).toMatchObject({ displayName: 'By position', isForbidden: true });
  });

  test('password digests of another system are imported if the sheet names their type', async () => {
    const md5 = 'e10adc3949ba59abbe56e057f20f883e';
    const greedy =
      '$argon2id$v=19$m=4194304,t=9,p=1$MDEyMzQ1Njc4OWFiY2RlZg$YnvRWPP//t7c67U5q7Z/XAdkMH+ILQkp/LiHAFtdBLg';
    const { data } = await upload(
      acme.admin,
      await sheet([
        ['owner', 'name', 'password', 'passwordType'],
        ['acme', 'old', md5, 'md5-salt'],
        ['acme', 'clear', 'clear text', 'plain'],
        ['acme', 'greedy', greedy, 'argon2id'],
        ['acme', 'wrong', 'not a digest', 'bcrypt'],
      ]),
    );
    expect(data).toMatchObject({ created: 2, failed: 2 });
    expect(await stored('acme', 'clear')).toMatchObject({ passwordType: 'argon2id' });
    await app.signedIn('acme', 'old', '123456');
    await app.signedIn('acme', 'clear', 'clear text');
  });

  test('users of a sheet choose a new password at their first sign-in if a column of ours says so', async () => {
    const { data } = await upload(
      acme.admin,
      await sheet([
        ['owner', 'name', 'password', 'mustChangePassword'],
        ['acme', 'newcomer', 'a first password', 1],
      ]),
    );
    expect(data).toMatchObject({ created: 1 });
    expect(await stored('acme', 'newcomer')).toMatchObject({ mustChangePassword: true });
  });

  test('S11 no row adds a user to another organization', async () => {
    await add(root, 'organization', { name: 'globex' });
    const before = await count();
    const file = await sheet([
      ['owner', 'name'],
      ['globex', 'planted'],
      ['built-in', 'planted'],
    ]);
    expect((await upload(acme.admin, file)).data).toMatchObject({ created: 0, failed: 2 });
    expect((await upload(acme.user, file)).code).toBe('unauthorized');
    expect((await upload(app.anonymous, file)).code).toBe('sign-in-first');
    expect(await count()).toBe(before);
    expect((await upload(root, file)).data).toMatchObject({ created: 2 });
  });

  test('the template is a sheet that users fill in and upload', async () => {
    const answer = await fetch(`${app.url}/api/get-users-template`, {
      headers: { Cookie: [...root.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    expect(answer.headers.get('content-type')).toContain('spreadsheetml');
    const { data } = await upload(root, Buffer.from(await answer.arrayBuffer()));
    expect(data.rows).toMatchObject([
      { row: 2, field: 'owner', why: 'Organization example-organization does not exist' },
    ]);
  });
});

const emptyWorkbook = workbookOf('<worksheet><sheetData/></worksheet>');

describe('S7 a file that is not a sheet of users', () => {
  test.each([
    ['a text', Buffer.from('owner,name\nacme,x')],
    ['a zip file that is no workbook', zipFile([{ name: 'users.csv', content: 'owner,name' }])],
    ['a workbook with an encrypted part', zipFile(emptyWorkbook.map((each) => ({ ...each, isEncrypted: true })))],
    [
      'a workbook with a file outside of its folder',
      zipFile([...emptyWorkbook, { name: '../users.xml', content: '' }]),
    ],
    ['a workbook with the same part twice', zipFile([...emptyWorkbook, ...emptyWorkbook.slice(-1)])],
    ['a workbook with an incomplete sheet', zipFile(workbookOf('<worksheet><sheetData><row>'))],
    ['an encrypted workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex')],
    ['a picture', Buffer.from('iVBORw0KGgo=', 'base64')],
  ])('%s is refused for its content, whatever its name', async (_, file) => {
    expect((await upload(root, file)).code).toBe('upload-not-xlsx');
  });

  test('a body that is no form, has no file or is too large is refused', async () => {
    expect((await root.post('upload-users', { owner: 'acme' })).status).toBe(415);
    const empty = new FormData();
    empty.append('other', 'text');
    expect((await root.post('upload-users', empty)).body.code).toBe('missing-parameter');
    expect((await upload(root, Buffer.alloc(17 * 2 ** 20))).code).toBe('body-too-large');
  });

  test('17.16 an upload of two files is refused, and neither is read', async () => {
    const file = new Blob([
      new Uint8Array(
        await sheet([
          ['owner', 'name'],
          ['acme', 'one-of-two'],
        ]),
      ),
    ]);
    const form = new FormData();
    for (const name of ['file', 'second']) form.append(name, file, `${name}.xlsx`);
    expect((await root.post('upload-users', form)).body).toMatchObject({
      code: 'repeated-parameter',
      params: { name: 'file' },
    });
    expect(await stored('acme', 'one-of-two')).toBeUndefined();
  });

  test.each(
    hostileSheets.filter(([what]) =>
      ['one cell in the last column and row', '5,000 entries', 'a billion laughs'].includes(what),
    ),
  )('17.9 a workbook with %s is refused', async (_, make, code) => {
    expect((await upload(root, make())).code).toBe(code);
  });

  test('more than 10,000 rows are refused as a whole', async () => {
    const before = await count();
    const rows = Array.from({ length: 10_001 }, (_, i) => ['acme', `many${i}`]);
    expect((await upload(root, await sheet([['owner', 'name'], ...rows]))).code).toBe('upload-too-many-rows');
    expect(await count()).toBe(before);
  });
});
