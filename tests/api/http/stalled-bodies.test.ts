import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '../../harness/client.ts';
import { createDatabase } from '../../harness/database/database.ts';
import { type ApiProcess, startProcess } from '../../harness/process.ts';

let database: Awaited<ReturnType<typeof createDatabase>>;
let api: ApiProcess;
beforeAll(async () => {
  database = await createDatabase();
  api = await startProcess(database.url);
});
afterAll(async () => {
  await api.kill('SIGTERM');
  await database.drop();
});

/** A sort of request: its address, and its body in two parts. */
interface Sort {
  requests: number;
  method?: 'PUT';
  path: string;
  type: string;
  body: string;
  last: string;
}

interface Stalled {
  sort: Sort;
  socket: Socket;
  received: string;
}

/** Sends a request whose body lacks its last part. */
async function stall(sort: Sort): Promise<Stalled> {
  const { method = 'POST', path, type, body, last } = sort;
  const { hostname, port } = new URL(api.url);
  // A server that died resets the connection. The test then fails by its exit code.
  const socket = connect(Number(port), hostname).on('error', () => {});
  const stalled: Stalled = { sort, socket, received: '' };
  socket.on('data', (chunk) => {
    stalled.received += chunk;
  });
  await once(socket, 'connect');
  const length = `Content-Length: ${body.length + last.length}`;
  const head = [`${method} ${path} HTTP/1.1`, 'Host: x', 'Connection: close', `Content-Type: ${type}`, length];
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  return stalled;
}

const closed = ({ socket }: Stalled) => new Promise<void>((resolve) => void socket.once('close', () => resolve()));

const json = { type: 'application/json', body: '{"application":"app-built-in"', last: 'x' };
const form = { type: 'application/x-www-form-urlencoded', body: 'grant_type=', last: '%' };
const sorts: Sort[] = [
  { requests: 300, path: '/api/login', ...json },
  { requests: 40, path: '/api/login', ...json, last: '}' },
  { requests: 40, path: '/api/login', type: 'multipart/form-data; boundary=b', body: '--b\r\n', last: '-' },
  { requests: 40, method: 'PUT', path: '/declared/v1/manifests', ...json },
  { requests: 40, path: '/api/login/oauth/access_token', ...form },
  { requests: 40, path: '/login/oauth/authorize', ...form },
  { requests: 40, path: '/cas/built-in/app-built-in/samlValidate', type: 'text/xml', body: '<a>', last: 'x' },
  { requests: 40, path: '/callback', ...form },
];

test('S7 35.0 bodies that stall, and end while the server refuses them, get one answer each, and the server goes on', async () => {
  const all = await Promise.all(sorts.flatMap((sort) => Array.from({ length: sort.requests }, () => stall(sort))));
  const ends = all.map(closed);
  // The server refuses all of them at about the same time. The first sort leaves records, so most of these are still open.
  await Promise.race(ends.slice(0, sorts[0]?.requests));
  for (const { socket, sort } of all) socket.write(sort.last);
  await Promise.all(ends);
  expect(api.child.exitCode, api.output()).toBeNull();
  const answers = all.map(({ received, sort }) =>
    [sort.path, ...(received.match(/^HTTP\/1\.1 \d+/gm) ?? [])].join(' '),
  );
  // A body that ends just in time is judged by its route.
  expect(answers.filter((answer) => !/^\S+ HTTP\/1\.1 [2-4]\d\d$/.test(answer))).toEqual([]);
  expect(answers).toContain('/api/login HTTP/1.1 408');
  expect((await createClient(api.url).get('get-application', { id: 'admin/app-built-in' })).body.status).toBe('ok');
  expect(api.output()).not.toContain('Request failed');
});
