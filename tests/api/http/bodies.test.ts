import { once } from 'node:events';
import { connect as connectSocket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApp, type TestApp } from '../../harness/app.ts';
import { basic, type Client, createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { startProcess } from '../../harness/process.ts';
import { add } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  app = await startApp();
  root = await app.admin();
});
afterAll(() => app.stop());

describe('S7 size and shape', () => {
  test('a body over the limit is refused with 413 and changes nothing', async () => {
    const answer = await root.post('add-role', {
      owner: 'built-in',
      name: 'large',
      displayName: 'x'.repeat(9 * 2 ** 20),
    });
    expect(answer).toMatchObject({ status: 413, body: { status: 'error', code: 'body-too-large' } });
    expect((await root.get('get-role', { id: 'built-in/large' })).body.code).toBe('not-found');
  });

  test('JSON of 10,000 levels, malformed JSON, lists and numbers as bodies are refused', async () => {
    const deep = `{"owner":"built-in","name":"deep","users":${'['.repeat(10_000)}${']'.repeat(10_000)}}`;
    for (const body of [deep, '{"owner":', '[]', '7', '"text"', 'null', '{"name":"nul\\u0000"}']) {
      const answer = await root.post('add-role', body);
      expect(answer.body.status, body.slice(0, 30)).toBe('error');
      expect(['malformed-body', 'invalid', 'missing-parameter']).toContain(answer.body.code);
    }
  });

  test('bodies of millions of values or fields are refused before they are parsed, also from strangers', async () => {
    const filled = (piece: string, length = 7_500_000) => piece.repeat(Math.floor(length / piece.length));
    const named = (count: number, separator: string) =>
      Array.from({ length: count }, (_, i) => i.toString(36)).join(separator);
    const form = 'application/x-www-form-urlencoded';
    const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
    const most = 1_000_000;
    const bodies: [string, string, string][] = [
      ['numbers', `{"x":[${filled('0,')}0]}`, 'application/json'],
      ['objects', `{"x":[${filled('{},')}{}]}`, 'application/json'],
      ['members', `{"x":{"${named(600_000, '":0,"')}":0}}`, 'application/json'],
      ['levels', `{"x":${filled('[')}`, 'application/json'],
      ['fields of one name', filled('a&', most), form],
      ['fields', named(150_000, '=&'), form],
      ['parts', `${filled(part, most)}--b--\r\n`, 'multipart/form-data; boundary=b'],
    ];
    for (const [what, body, type] of bodies) {
      // Work, not time: other programs may hold up the answer. The server runs in this thread.
      const before = process.threadCpuUsage();
      const answer = await app.anonymous.post('login', body, { headers: { 'Content-Type': type } });
      expect(answer, what).toMatchObject({ status: 400, body: { code: 'malformed-body' } });
      const { user, system } = process.threadCpuUsage(before);
      expect((user + system) / 1000, what).toBeLessThan(2000);
    }
    const blanks = `scope=${filled('a+', 2 * most)}`;
    const slow = await app.anonymous.post('login', blanks, { headers: { 'Content-Type': form } });
    expect(slow).toMatchObject({ status: 413, body: { code: 'body-too-large' } });
    const asked = await app.anonymous.post('/api/login/oauth/access_token', { scope: filled('a ', 100_000) });
    expect(asked).toMatchObject({ status: 400, body: { error_description: 'The request body is larger than 56kb' } });
    const long = '[{,"'.repeat(100_000);
    expect((await root.post('add-role', { owner: 'built-in', name: 'wordy', displayName: long })).body.code).toBe(
      'invalid',
    );
  });

  test('texts that no database stores are refused at every place and depth', async () => {
    const deep = `{"name":"deep","a":${'['.repeat(20_000)}"\\u0000"${']'.repeat(20_000)}}`;
    const half = '{"owner":"built-in","name":"half","properties":{"a":"\\ud800"}}';
    for (const body of [deep, half])
      expect(await root.post('add-user', body)).toMatchObject({ status: 400, body: { code: 'malformed-body' } });
    const kept = { owner: 'built-in', name: 'kept', properties: { a: 'whole \u{1f600}, and told of \\u0000' } };
    expect((await add(root, 'user', kept)).properties).toEqual(kept.properties);
    expect((await root.get('get-user', { id: 'built-in/\0' })).body).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'id' }],
    });
    const stranger = app.client(basic('nobody\0', 'secret'));
    expect((await stranger.get('get-account')).body.code).toBe('sign-in-failed');
    expect((await app.anonymous.get('/login/oauth/authorize', { client_id: '\0' })).status).toBe(400);
  });

  test('times that no database stores, and very long credentials, are refused with the name of the field', async () => {
    const codeOf = async (path: string, body: object) => (await root.post(path, body)).body;
    for (const moment of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+05:00', '2026-01-01T00:00:00+23:59']) {
      expect(await codeOf('get-records-filter', { createdTime: moment })).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'createdTime' }],
      });
      const subscription = { owner: 'built-in', name: 'no-such-time', startDate: moment };
      expect(await codeOf('add-subscription', subscription)).toMatchObject({
        code: 'invalid',
        fields: [{ field: 'startDate' }],
      });
    }
    const webauthnCredentials = [{ ID: 'a', junk: 'x'.repeat(100_000) }];
    expect(await codeOf('add-user', { owner: 'built-in', name: 'keys', webauthnCredentials })).toMatchObject({
      code: 'invalid',
      fields: [{ field: 'webauthnCredentials[0]' }],
    });
  });

  test('a field value of 100,000 characters is refused with the name of the field', async () => {
    const { body } = await root.post('add-role', { owner: 'built-in', name: 'long', displayName: 'x'.repeat(100_000) });
    expect(body).toMatchObject({ status: 'error', code: 'invalid', fields: [{ field: 'displayName' }] });
    expect(
      (await root.get('get-roles', { p: 1, pageSize: 10, field: 'name', value: 'x'.repeat(100_000) })).body?.status ??
        'error',
    ).toBe('error');
  });

  test('headers and a body that stop half-way are ended after some seconds, and others are answered meanwhile', async () => {
    const database = await createDatabase();
    const api = await startProcess(database.url);
    const { hostname, port } = new URL(api.url);
    const halves = [
      ['POST /api/add-role HTTP/1.1\r\nHost: x\r\n', ''],
      [
        'POST /api/add-role HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"owner"',
        '408',
      ],
    ] as const;
    const begun = performance.now();
    const ended = halves.map(async ([sent, status]) => {
      const socket = connectSocket(Number(port), hostname);
      let answer = '';
      socket.on('data', (chunk) => {
        answer += chunk;
      });
      socket.write(sent);
      await once(socket, 'close');
      expect(answer).toContain(status);
    });
    expect((await createClient(api.url).get('get-application', { id: 'admin/app-built-in' })).body.status).toBe('ok');
    await Promise.all(ended);
    // Five seconds, and more on a busy machine. The limit of Node itself is a minute.
    expect(performance.now() - begun).toBeLessThan(40_000);
    await api.kill('SIGTERM');
    await database.drop();
  });
});
