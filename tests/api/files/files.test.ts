import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Files, picture, read as readPath, send, startFiles } from './world.ts';

let files: Files;
beforeAll(async () => {
  files = await startFiles();
});
afterAll(() => files.stop());

const fresh = (ending = '.png') => `resource/acme/alice/${randomUUID()}${ending}`;
const read = (url: string, headers?: Record<string, string>) => {
  const { origin, pathname, search } = new URL(url);
  return readPath(origin, pathname + search, headers);
};

describe('A file that is uploaded', () => {
  test('is public at the address in the answer', async () => {
    const path = fresh();
    const { body } = await send(files.acme.application, { path, query: { user: 'alice', tag: 'custom' } });
    expect(body).toMatchObject({ status: 'ok', data2: `/${path}` });
    expect(body.data).toMatch(new RegExp(`^${files.app.url}/files/${path}\\?t=\\d{19}$`));
    const { headers, content } = await read(body.data);
    expect(headers['content-type']).toBe('image/png');
    expect(content).toEqual(picture);
  });

  test('has a row with its type and origin', async () => {
    const path = fresh();
    const fields = {
      user: 'alice',
      parent: 'ResourceListPage',
      description: 'A dot',
      createdTime: '2022-07-28T10:00:00Z',
    };
    const { body } = await send(files.acme.admin, { path, fields });
    expect(await files.row('acme', body.data2)).toMatchObject({
      ...{
        owner: 'acme',
        user: 'alice',
        provider: 'disk',
        application: 'app-acme',
        url: body.data,
        description: 'A dot',
      },
      ...{ fileName: 'from my disk.bin', fileType: 'image', fileFormat: '.png', fileSize: picture.length },
      ...{ parent: 'ResourceListPage', createdTime: '2022-07-28T10:00:00.000Z' },
    });
    // S7: a date that no database stores becomes the time of the upload.
    for (const createdTime of ['+275760-09-13T00:00:00.000Z', '-000001-01-01T00:00:00.000Z', 'soon']) {
      const { body } = await send(files.acme.admin, { path: fresh(), fields: { user: 'alice', createdTime } });
      expect(String((await files.row('acme', body.data2))?.createdTime)).toMatch(/^20\d\d-/);
    }
  });

  test('has the same name in its store as with Casdoor 2022, and is found with any characters in its name', async () => {
    const name = `a b & 图+'%2F(1)-${randomUUID()}.txt`;
    const { body } = await send(files.acme.user, { path: `/resource/acme/alice/${name}`, content: 'text' });
    expect(body.data2).toContain('/resource/acme/alice/a+b+%26+%E5%9B%BE%2B%27%252F%281%29-');
    expect((await read(body.data)).content.toString()).toBe('text');
  });

  test('replaces the file at its path, with one row and one file', async () => {
    const path = fresh('.txt');
    const first = await send(files.acme.admin, { path, content: 'first' });
    const count = files.onDisk().length;
    const second = await send(files.acme.admin, { path, content: 'second' });
    expect(second.body.data2).toBe(first.body.data2);
    expect((await read(first.body.data)).content.toString()).toBe('second');
    expect(await files.row('acme', second.body.data2)).toMatchObject({ fileSize: 6, version: 2 });
    expect(files.onDisk()).toHaveLength(count);
  });

  test('is cached by browsers until it changes, and sent in ranges on request', async () => {
    const { body } = await send(files.acme.admin, { path: fresh('.txt'), content: '0123456789' });
    const { headers } = await read(body.data);
    expect((await read(body.data, { 'If-None-Match': String(headers.etag) })).status).toBe(304);
    const part = await read(body.data, { Range: 'bytes=2-4' });
    expect([part.status, part.content.toString()]).toEqual([206, '234']);
    expect((await read(body.data, { Range: 'bytes=90-' })).status).toBe(416);
  });

  test('becomes the avatar of its user', async () => {
    const path = 'avatar/acme/alice.png';
    const { body } = await send(files.acme.user, { path, query: { tag: 'avatar', owner: 'acme', user: 'alice' } });
    const { data } = (await files.acme.user.get('get-user', { id: 'acme/alice' })).body;
    expect(data).toMatchObject({ avatar: body.data, isDefaultAvatar: false });
  });

  test('becomes the terms of use of the application in its path, and the sign-up page shows them', async () => {
    const path = 'termsOfUse/admin/app-acme.html';
    const query = { tag: 'termsOfUse', user: 'adam', parent: 'ApplicationEditPage' };
    const sent = await send(files.acme.admin, { path, content: '<h1>Be kind</h1><script>x()</script>', query });
    const { data } = (await files.acme.admin.get('get-application', { id: 'admin/app-acme', masked: true })).body;
    expect(data.termsOfUse).toBe(sent.body.data);
    const asked = { applicationId: 'admin/app-acme', page: 'terms' };
    expect((await files.app.anonymous.get('get-page-html', asked)).body.data).toBe('<h1>Be kind</h1>');
  });

  test('17.9 35.3 terms of more than a mebibyte are not stored as such, nor read for a stranger wherever they are', async () => {
    const terms = 'termsOfUse/admin/app-acme.html';
    const query = { tag: 'termsOfUse', user: 'adam', parent: 'ApplicationEditPage' };
    const content = `<h1>Be brief</h1>${'&'.repeat(2 ** 20)}`;
    const count = files.onDisk().length;
    const refused = await send(files.acme.admin, { path: terms, content, query });
    expect(refused).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
    const nested = await send(files.acme.admin, { path: terms, content: '<b>'.repeat(20_001), query });
    expect(nested.body).toMatchObject({ code: 'html-too-long' });
    expect(files.onDisk()).toHaveLength(count);
    const sent = await send(files.acme.admin, { path: 'long/terms.html', content });
    expect(sent.body).toMatchObject({ status: 'ok' });
    const set = { termsOfUse: sent.body.data };
    const changed = await files.acme.admin.post('update-application', set, { query: { id: 'admin/app-acme' } });
    expect(changed.body.status).toBe('ok');
    const asked = { applicationId: 'admin/app-acme', page: 'terms' };
    const { code } = (await files.app.anonymous.get('get-page-html', asked)).body;
    expect(code).toBe('terms-unavailable');
  });

  test('becomes the terms of an application without a store, in the store of the installation', async () => {
    const query = { tag: 'termsOfUse', application: 'app-built-in', user: 'admin' };
    const path = 'termsOfUse/admin/app-built-in.html';
    expect((await send(files.root, { path, content: '<h1>Be fair</h1>', query })).body.status).toBe('ok');
    const asked = { applicationId: 'admin/app-built-in', page: 'terms' };
    expect((await files.app.anonymous.get('get-page-html', asked)).body.data).toBe('<h1>Be fair</h1>');
  });
});

describe('Deleting a file', () => {
  const remove = async (name: string, owner = 'acme') =>
    (await files.acme.application.post('delete-resource', { owner, name })).body;

  test('deletes it from the store as well', async () => {
    const { body } = await send(files.acme.admin, { path: fresh() });
    const count = files.onDisk().length;
    expect(await remove(body.data2)).toMatchObject({ status: 'ok', data: 'Affected' });
    expect(await files.row('acme', body.data2)).toBeUndefined();
    expect(files.onDisk()).toHaveLength(count - 1);
    expect((await fetch(body.data)).status).toBe(404);
  });

  test('succeeds if only the row exists', async () => {
    const name = `/notes/${randomUUID()}`;
    await files.acme.admin.post('add-resource', { owner: 'acme', name });
    expect(await remove(name)).toMatchObject({ status: 'ok' });
    // A global administrator may write that a file is in a store. Here it is not.
    await files.root.post('add-resource', { owner: 'acme', name, provider: 'disk' });
    expect(await remove(name)).toMatchObject({ status: 'ok' });
    expect(await files.row('acme', name)).toBeUndefined();
  });
});

describe('a file that cannot be stored is an error', () => {
  test.each([
    ['an upload without a path', { path: '' }, 'missing-parameter'],
    ['text with the name of a picture', { path: fresh(), content: 'hello' }, 'file-content-differs'],
    ['an upload to an unknown provider', { path: fresh(), query: { provider: 'nowhere' } }, 'not-found'],
    ['an upload through an unknown application', { path: fresh(), query: { application: 'no-such' } }, 'not-found'],
    [
      'terms of use that are no HTML',
      { path: 'termsOfUse/admin/app-acme.txt', query: { tag: 'termsOfUse' } },
      'terms-not-html',
    ],
    ['an avatar that is no picture', { path: 'avatar/acme/alice.txt', query: { tag: 'avatar' } }, 'avatar-not-picture'],
  ])('%s', async (_what, sent, code) => {
    const count = files.onDisk().length;
    expect((await send(files.acme.admin, sent)).body).toMatchObject({ status: 'error', code, data: null });
    expect(files.onDisk()).toHaveLength(count);
  });

  test('if people upload by hand what is no picture, video, sound or document of the specification', async () => {
    const query = { tag: 'custom', parent: 'ResourceListPage' };
    const byHand = async (ending: string) =>
      (await send(files.acme.admin, { path: fresh(ending), content: 'hello', query })).body.code ?? 'ok';
    for (const ending of ['.exe', '.html', '.txt', '.zip', '']) expect(await byHand(ending)).toBe('file-type-refused');
    for (const ending of ['.csv', '.doc', '.docx', '.xls', '.XLSX', '.svg']) expect(await byHand(ending)).toBe('ok');
  });

  test('if the application of a user has no store; administrators have that of the installation', async () => {
    const providersOf = (providers: object[]) =>
      files.root.post('update-application', { providers }, { query: { id: 'admin/app-acme' } });
    await providersOf([]);
    const { body } = await send(files.acme.user, { path: 'resource/acme/alice/a.png' });
    expect(body).toMatchObject({ code: 'storage-provider-missing' });
    expect(body.msg).toBe('No provider for category: "Storage" is found for application: app-acme');
    const stored = (await send(files.acme.admin, { path: 'resource/acme/adam/a.png' })).body;
    expect(await files.row('acme', stored.data2)).toMatchObject({ provider: 'provider_storage_default' });
    expect((await read(stored.data)).status).toBe(200);
    await providersOf([{ name: 'disk' }]);
  });
});
