import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { password } from '../../harness/world.ts';
import { type Files, picture, read, send, startFiles } from './world.ts';

let files: Files;
let lain: string[];
beforeAll(async () => {
  files = await startFiles();
});
afterAll(() => files.stop());
beforeEach(() => {
  lain = files.onDisk();
});

/** No file was added, removed or changed. */
const expectNothingKept = () => expect(files.onDisk()).toEqual(lain);
const refuses = async (client: Client, path: string, query: Record<string, string> = {}) => {
  expect((await send(client, { path, query })).body, path).toMatchObject({ status: 'error', data: null, data2: null });
  expectNothingKept();
};
const keep = async (client: Client, path: string, content: Buffer | string = picture) => {
  const { body } = await send(client, { path, content, query: { user: 'adam' } });
  expect(body).toMatchObject({ status: 'ok' });
  return body as { data: string; data2: string };
};
const at = (url: string, headers?: Record<string, string>) => read(files.app.url, new URL(url).pathname, headers);

describe('S47 a path stays inside the store', () => {
  test.each([
    '../outside.png',
    'resource/acme/adam/../../../../outside.png',
    'resource/acme/adam/..',
    './outside.png',
    'resource//adam/x.png',
    '//etc/passwd',
    'resource/acme/adam/',
    'resource\\..\\..\\outside.png',
    'resource/%2e%2e/%2e%2e/outside.png',
    'resource/acme%2Fadam/x.png',
    'resource/acme/adam/a\0.png',
    'resource/acme/adam/a\n.png',
    `resource/acme/adam/${'a'.repeat(201)}.png`,
    `${'a/'.repeat(130)}x.png`,
  ])('uploading %j is refused', async (path) => {
    await refuses(files.acme.admin, path);
    await refuses(files.root, path, { provider: 'disk' });
  });

  test.each([
    '/files/../secret-key',
    '/files/../../../../../../etc/passwd',
    '/files/%2e%2e/%2e%2e/%2e%2e/%2e%2e/%2e%2e/etc/passwd',
    '/files/..%2f..%2f..%2f..%2f..%2fetc%2fpasswd',
    '/files//etc/passwd',
    '/files/%00',
    '/files/%zz',
    '/files/',
    '/files/resource',
    '/files/resource/',
  ])('reading %s finds nothing', async (path) => {
    const { status, content } = await read(files.app.url, path);
    expect(status).toBe(404);
    expect(JSON.parse(content.toString())).toMatchObject({ code: 'unknown-path' });
  });

  test('folders and files are distinct, and so are capitals and small letters', async () => {
    const name = `shared-${randomUUID()}`;
    const urls = [];
    for (const path of [name, `${name}/below.txt`, name.toUpperCase()])
      urls.push((await keep(files.acme.application, path, path)).data);
    const contents = await Promise.all(urls.map(async (url) => (await at(url)).content.toString()));
    expect(contents).toEqual([name, `${name}/below.txt`, name.toUpperCase()]);
  });
});

describe('S9 S47 files of others', () => {
  test('strangers upload nothing to any store', async () => {
    for (const query of [{}, { provider: 'disk', owner: 'acme', user: 'alice' }]) {
      const answer = await send(files.app.anonymous, { path: 'resource/acme/alice/x.png', query });
      expect(answer.body).toMatchObject({ code: 'sign-in-first' });
    }
    expectNothingKept();
  });

  test('users store files in their own folder only, and as themselves only', async () => {
    const others = ['resource/acme/adam/x.png', 'resource/globex/alice/x.png', 'resource/acme/x.png', 'anywhere.png'];
    for (const path of [...others, 'avatar/acme/adam.png', 'avatar/globex/alice.png', 'avatar/acme/alice.b.png'])
      await refuses(files.acme.user, path);
    for (const query of [
      { user: 'adam' },
      { owner: 'globex' },
      { provider: 'elsewhere' },
      { application: 'app-globex' },
    ])
      await refuses(files.acme.user, 'resource/acme/alice/x.png', query);
    await refuses(files.acme.user, 'termsOfUse/admin/app-acme.html', { tag: 'termsOfUse' });
    await refuses(files.acme.user, 'resource/acme/alice/x.html', { tag: 'termsOfUse' });
  });

  test('an administrator or application of one organization stores nothing for another', async () => {
    for (const client of [files.globex.admin, files.globex.application]) {
      for (const path of ['resource/acme/adam/x.png', 'avatar/acme/adam.png', 'termsOfUse/admin/app-acme.html'])
        await refuses(client, path, { user: 'adam' });
      await refuses(client, 'x.png', { owner: 'acme', user: 'adam' });
      await refuses(client, 'x.png', { owner: 'acme', user: 'adam', provider: 'disk' });
      await refuses(client, 'x.png', { user: 'adam', application: 'app-acme' });
    }
  });

  test('the terms of another organization’s application stay, and no file is left behind', async () => {
    const query = { tag: 'termsOfUse', user: 'adam' };
    const sent = { path: 'termsOfUse/admin/app-acme.html', content: '<b>mine</b>', query };
    expect((await send(files.globex.admin, sent)).body).toMatchObject({ code: 'not-found' });
    expectNothingKept();
  });

  test('a path of another organization cannot be taken, and its file stays', async () => {
    const path = `shared/${randomUUID()}.txt`;
    const { data } = await keep(files.acme.application, path, 'of acme');
    const { body } = await send(files.globex.admin, { path, content: 'of globex' });
    expect(body).toMatchObject({ code: 'duplicate' });
    expect((await at(data)).content.toString()).toBe('of acme');
  });

  test('a user who takes the name of a deleted or renamed user replaces none of their files', async () => {
    const { admin } = files.acme;
    const newcomer = (name: string) => admin.post('add-user', { owner: 'acme', name, displayName: name, password });
    const renamed = (to: string) => admin.post('update-user', { name: to }, { query: { id: 'acme/barbara' } });
    const leaving = {
      carol: () => admin.post('delete-user', { owner: 'acme', name: 'carol' }),
      barbara: () => renamed('babs'),
    };
    for (const [name, leave] of Object.entries(leaving)) {
      await newcomer(name);
      const paths = [`avatar/acme/${name}.png`, `resource/acme/${name}/plan.txt`] as const;
      const own = await files.app.signedIn('acme', name, password);
      // A chosen date makes no file older than its user.
      const fields = { createdTime: '2001-01-01T00:00:00Z' };
      const urls: string[] = [];
      for (const path of paths) urls.push((await send(own, { path, fields })).body.data);
      for (const path of paths) expect((await send(own, { path })).body).toMatchObject({ status: 'ok' });
      expect((await leave()).body).toMatchObject({ status: 'ok' });
      expect((await newcomer(name)).body).toMatchObject({ status: 'ok' });
      const next = await files.app.signedIn('acme', name, password);
      const other = Buffer.concat([picture, Buffer.from('other')]);
      for (const [place, path] of paths.entries()) {
        expect((await send(next, { path, content: other })).body).toMatchObject({ code: 'duplicate' });
        expect((await at(String(urls[place]))).content).toEqual(picture);
      }
      expect((await send(next, { path: `resource/acme/${name}/another.png` })).body).toMatchObject({ status: 'ok' });
      // An administrator may replace it.
      const [path] = paths;
      expect((await send(admin, { path, query: { user: name } })).body).toMatchObject({ status: 'ok' });
      expect((await send(next, { path, content: other })).body).toMatchObject({ status: 'ok' });
    }
  });

  test('nobody makes a row for another’s file', async () => {
    const { data, data2: name } = await keep(files.acme.admin, `resource/acme/adam/${randomUUID()}.png`);
    const { admin } = files.globex;
    const own = { owner: 'globex', name, provider: 'disk' };
    expect((await admin.post('delete-resource', { owner: 'acme', name })).body).toMatchObject({ status: 'error' });
    expect((await admin.post('add-resource', own)).body.fields).toMatchObject([{ field: 'provider' }]);
    await admin.post('add-resource', { owner: 'globex', name });
    const id = { query: { id: `globex/${name}` } };
    expect((await admin.post('update-resource', own, id)).body.fields).toMatchObject([{ field: 'provider' }]);
    await admin.post('delete-resource', own);
    const mine = await keep(admin, `resource/globex/adam/${randomUUID()}.png`);
    const moved = await admin.post('update-resource', { name }, { query: { id: `globex/${mine.data2}` } });
    expect(moved.body.fields).toMatchObject([{ field: 'name' }]);
    expect((await at(data)).content).toEqual(picture);
  });

  test('S10 a form that contradicts the address is refused', async () => {
    const path = 'resource/acme/alice/x.png';
    const sent = { path, query: { owner: 'acme' }, fields: { owner: 'globex' } };
    expect((await send(files.acme.user, sent)).body).toMatchObject({ code: 'repeated-parameter' });
    expectNothingKept();
  });
});

describe('S47 the content of a file', () => {
  const script = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

  test.each(['.html', '.svg', '.xhtml', '.xml', '.js', '.css', '', '.png.html'])(
    'never runs on our origin if it ends in «%s»',
    async (ending) => {
      const { data } = await keep(files.acme.admin, `resource/acme/adam/${randomUUID()}${ending}`, script);
      const { headers } = await at(data);
      expect(headers).toMatchObject({
        'content-disposition': 'attachment',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*; sandbox$/),
      });
      // No file gets a type that a page could load as a script or a style.
      expect(headers['content-type']).toMatch(/^(application\/octet-stream|text\/html|image\/svg\+xml)/);
      expect(headers).not.toHaveProperty('set-cookie');
    },
  );

  test.each(['.png', '.gif', '.mp4', '.pdf', '.PNG'])(
    'is refused if it is HTML and its name ends in %s',
    async (ending) => {
      const path = `resource/acme/adam/${randomUUID()}${ending}`;
      expect((await send(files.acme.admin, { path, content: script })).body).toMatchObject({
        code: 'file-content-differs',
      });
      expectNothingKept();
    },
  );

  test('has a limit, which the error names', async () => {
    const sent = (mb: number) => ({
      path: `resource/acme/alice/${randomUUID()}.txt`,
      content: Buffer.alloc(mb * 2 ** 20),
    });
    const tooLarge = async (client: Client, mb: number) => {
      const { status, body } = await send(client, { ...sent(mb), query: { user: 'alice' } });
      expect([status, body.code]).toEqual([413, 'body-too-large']);
      return body.msg;
    };
    expect(await tooLarge(files.acme.user, 6)).toMatch(/5mb/);
    expect(await tooLarge(files.acme.admin, 33)).toMatch(/32mb/);
    expectNothingKept();
  });
});

test('S4 an avatar that the organization’s rules forbid is not stored, and the earlier one stays', async () => {
  const path = 'avatar/acme/alice.png';
  const query = { tag: 'avatar' };
  const { data } = (await send(files.acme.user, { path, query })).body;
  lain = files.onDisk();
  const id = { query: { id: 'admin/acme' } };
  const { accountItems } = (await files.root.get('get-organization', { id: 'admin/acme' })).body.data;
  const ruled = accountItems.map((item: { name: string }) =>
    item.name === 'Avatar' ? { ...item, modifyRule: 'Admin' } : item,
  );
  await files.root.post('update-organization', { accountItems: ruled }, id);
  const other = Buffer.concat([picture, Buffer.from('more')]);
  const { body } = await send(files.acme.user, { path, content: other, query });
  await files.root.post('update-organization', { accountItems }, id);
  expect(body).toMatchObject({ code: 'field-rule' });
  expect((await at(data)).content).toEqual(picture);
  expectNothingKept();
});

test('S19 a page of another site uploads nothing', async () => {
  const form = new FormData();
  form.append('file', new Blob(['x']), 'x.txt');
  const headers = { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' };
  const sent = { headers, query: { fullFilePath: 'resource/acme/alice/x.txt' } };
  expect((await files.acme.user.post('upload-resource', form, sent)).body).toMatchObject({ code: 'cross-site' });
  expectNothingKept();
});

test('incomplete uploads delay nobody else, and end', async () => {
  const { host, hostname, port } = new URL(files.app.url);
  const cookie = [...files.acme.user.cookies].map((each) => each.join('=')).join('; ');
  const path = '/api/upload-resource?fullFilePath=resource/acme/alice/slow.png';
  const head = ['Content-Type: multipart/form-data; boundary=x', 'Content-Length: 1000', `Cookie: ${cookie}`];
  let [answers, open] = ['', 0];
  const sockets = Array.from({ length: 8 }, () => {
    const socket = connect(Number(port), hostname).on('data', (data) => {
      answers += data;
    });
    open += 1;
    socket.once('close', () => {
      open -= 1;
    });
    socket.write(
      `${[`POST ${path} HTTP/1.1`, `Host: ${host}`, `Origin: ${files.app.url}`, ...head].join('\r\n')}\r\n\r\n--x`,
    );
    return socket;
  });
  await Promise.all(sockets.map((socket) => once(socket, 'connect')));
  const { body } = await send(await files.app.signedIn('globex', 'alice', password), {
    path: 'resource/globex/alice/quick.png',
  });
  expect(body).toMatchObject({ status: 'ok' });
  expect(open).toBe(8);
  await expect.poll(() => answers).toContain('body-stalled');
  for (const socket of sockets) socket.destroy();
});
