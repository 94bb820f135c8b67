import { createServer, type Server } from 'node:http';
import { createEgress } from '@doorwright/api/egress/gate.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

let server: Server;
let port: number;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/inside') return void res.writeHead(302, { Location: 'http://[::1]:1/secret' }).end();
    if (req.url === '/loop') return void res.writeHead(302, { Location: '/loop' }).end();
    if (req.url === '/large') return void res.end(Buffer.alloc(100_000));
    if (req.url === '/slow') return;
    res.end('hello');
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const closed = createEgress({ allow: [] });
const open = createEgress({ allow: ['127.0.0.0/8'] });

describe('S48 outgoing requests', () => {
  const inside = [
    '127.0.0.1',
    '127.1',
    '2130706433',
    '0x7f000001',
    '0177.0.0.1',
    'localhost',
    'LOCALHOST',
    '0.0.0.0',
    '10.1.2.3',
    '172.16.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '[::1]',
    '[::]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456::1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:a00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '[ff02::1]',
    '[2001:db8::1]',
  ];
  test.each(inside)('%s is refused, naming the host and the setting, and nothing is sent', async (host) => {
    asked = [];
    await expect(closed.fetch(`http://${host}:${port}/`)).rejects.toMatchObject({
      code: 'egress-refused',
      params: { host: expect.any(String) },
    });
    expect(asked).toEqual([]);
  });

  test.each([
    'ftp://example.com/',
    'file:///etc/passwd',
    'gopher://example.com',
    'http://user:secret@example.com/',
    'not an address',
    'javascript:alert(1)',
  ])('%s is refused', async (url) => {
    await expect(open.fetch(url)).rejects.toMatchObject({ code: 'egress-refused' });
  });

  test('what the operator of the server allowed is reached', async () => {
    const answer = await open.fetch(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.toString()).toBe('hello');
  });

  test('a redirect to a closed network is not followed', async () => {
    await expect(open.fetch(`http://127.0.0.1:${port}/inside`)).rejects.toMatchObject({ code: 'egress-refused' });
  });

  test('redirects without end, large bodies and slow answers end in an error', async () => {
    await expect(open.fetch(`http://127.0.0.1:${port}/loop`)).rejects.toThrow();
    await expect(open.fetch(`http://127.0.0.1:${port}/large`, {}, { maxBytes: 1000 })).rejects.toThrow(
      'larger than 1000 bytes',
    );
    await expect(open.fetch(`http://127.0.0.1:${port}/slow`, {}, { timeoutMs: 200 })).rejects.toThrow();
  });

  test('a name that leads inside is refused at the moment of connecting, whatever it led to before', async () => {
    const connecting = new Promise((resolve, reject) =>
      closed.lookup('localhost', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    );
    await expect(connecting).rejects.toMatchObject({ code: 'egress-refused' });
  });
});
