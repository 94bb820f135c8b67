import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer as createPlainServer, type Server } from 'node:net';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { add, startTenants, type Tenant } from '../../harness/world.ts';
import { loopback } from './receiver.ts';

let app: TestApp;
let acme: Tenant;
let ports: Record<'http' | 'tls' | 'words' | 'closed', number>;
const servers: { close: () => unknown }[] = [];
const day = 24 * 3_600_000;

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

beforeAll(async () => {
  ({ app, acme } = await startTenants(loopback));
  const own = { cryptoAlgorithm: 'RS256', bitSize: 2048, expireInYears: 1, now: new Date(Date.now() - day) } as const;
  const { certificate, privateKey } = await generateCert({ name: 'hook', owner: 'acme', ...own });
  const closed = createServer();
  ports = {
    http: await listening(createServer((_req, res) => res.end())),
    tls: await listening(createTlsServer({ cert: certificate, key: privateKey }, (_req, res) => res.end())),
    words: await listening(createPlainServer((socket) => socket.on('error', () => {}).end('Good morning\r\n\r\n'))),
    closed: await listening(closed),
    large: await listening(createServer((_req, res) => res.end('a'.repeat(2 ** 20 + 1)))),
  };
  await new Promise((resolve) => closed.close(resolve));
});
afterAll(async () => {
  for (const server of servers) server.close();
  await app.stop();
});

const stored = async (name: string) => (await acme.admin.get('get-webhook', { id: `admin/${name}` })).body.data;

describe('a webhook that fails says why, in a sentence and as a code with its value', () => {
  test.each([
    ['no-tls', () => `https://127.0.0.1:${ports.http}/`, () => `Port ${ports.http} of 127.0.0.1 does not speak TLS`],
    [
      'certificate-unknown',
      () => `https://127.0.0.1:${ports.tls}/`,
      () => `No known authority signed the certificate of 127.0.0.1:${ports.tls}`,
    ],
    [
      'nothing-listens',
      () => `http://127.0.0.1:${ports.closed}/`,
      () => `Nothing listens at 127.0.0.1:${ports.closed}`,
    ],
    ['no-http', () => `http://127.0.0.1:${ports.words}/`, () => `127.0.0.1:${ports.words} does not speak HTTP`],
    [
      'answer-too-large',
      () => `http://127.0.0.1:${ports.large}/`,
      () => `The answer of 127.0.0.1:${ports.large} is too large`,
    ],
    ['name-unknown', () => 'https://missing.invalid/', () => 'The name missing.invalid has no address'],
  ])('%s', async (code, url, sentence) => {
    const [name, role] = [`hook-${code}`, `role-${code}`];
    const objects = [`role acme/${role}`];
    await add(acme.admin, 'webhook', { name, organization: 'acme', url: url(), events: ['add-role'], objects });
    await add(acme.admin, 'role', { owner: 'acme', name: role });
    await expect.poll(async () => (await stored(name)).problemCode).toBe(code);
    expect((await stored(name)).problem).toBe(sentence());
    const { data } = (await acme.admin.get('get-webhook-deliveries', { id: `admin/${name}` })).body;
    expect(data[0].attempts[0]).toMatchObject({ problem: sentence(), code, value: (await stored(name)).problemValue });
  });
});

test.each([
  ['an empty address', { url: '' }, 'url'],
  ['a password in its address', { url: 'https://user:secret@hooks.example/' }, 'url'],
  ['a user name in its address', { url: 'https://token@hooks.example/' }, 'url'],
  ...['Host', 'content-length', 'Transfer-Encoding', 'Connection', 'webhook-signature'].map(
    (name) => [`the header ${name}`, { headers: [{ name, value: 'x' }] }, 'headers[0].name'] as const,
  ),
] as [string, object, string][])('S47 a webhook is refused at its save for %s', async (_, wrong, field) => {
  const hook = { name: 'refused', organization: 'acme', url: 'https://hooks.example/', ...wrong };
  const { body } = await acme.admin.post('add-webhook', hook);
  expect(body).toMatchObject({ code: 'invalid', fields: [{ field }] });
  expect(JSON.stringify(body)).not.toContain('user:secret');
});
