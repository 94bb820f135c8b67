import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { createEgress } from '@doorwright/api/core/egress/gate.ts';
import { generateCert } from '@doorwright/api/kinds/cert/keys/generate-cert.ts';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';

let server: Server;
let port: number;
let other: Server;
let otherPort: number;
let asked: string[] = [];
beforeAll(async () => {
  server = createServer((req, res) => {
    asked.push(req.url ?? '');
    if (req.url === '/inside') return void res.writeHead(302, { Location: 'http://[::1]:1/secret' }).end();
    if (req.url === '/elsewhere')
      return void res.writeHead(307, { Location: `http://127.0.0.1:${otherPort}/echo` }).end();
    if (req.url === '/loop') return void res.writeHead(302, { Location: '/loop' }).end();
    if (req.url === '/large') return void res.end(Buffer.alloc(100_000));
    if (req.url === '/slow') return;
    res.end('hello');
  });
  other = createServer((req, res) => void res.end(JSON.stringify(req.headers)));
  await new Promise<void>((resolve) => void other.listen(0, '127.0.0.1', resolve));
  otherPort = (other.address() as { port: number }).port;
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as { port: number }).port;
});
afterAll(() => {
  for (const each of [server, other]) {
    each.closeAllConnections();
    each.close();
  }
});

const closed = createEgress({ allow: [] }).for('platform');
const open = createEgress({ allow: ['127.0.0.0/8'] }).for('platform');

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
    '[64:ff9b:1:a9fe:a9:fe00::]',
    '[::127.0.0.1]',
    '[fec0::1]',
    '168.63.129.16',
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

  test('allowed networks are reached', async () => {
    const answer = await open.fetch(`http://127.0.0.1:${port}/`);
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.body.toString()).toBe('hello');
  });

  test('a redirect to a closed network is not followed', async () => {
    await expect(open.fetch(`http://127.0.0.1:${port}/inside`)).rejects.toMatchObject({ code: 'egress-refused' });
  });

  test('endless redirects, large bodies, slow answers and closed ports end in an error that names the host', async () => {
    const failing = (path: string, limits = {}) =>
      expect(open.fetch(`http://127.0.0.1:${port}/${path}`, {}, limits)).rejects;
    const message = (reason: string) => ({ code: 'egress-failed', message: `127.0.0.1:${port}: ${reason}` });
    await failing('loop').toMatchObject(message('more than 3 redirects'));
    await failing('large', { maxBytes: 1000 }).toMatchObject(message('the answer is larger than 1000 bytes'));
    await failing('slow', { timeoutMs: 200 }).toMatchObject({ code: 'egress-failed' });
    await expect(open.fetch('http://127.0.0.1:1/?token=hush')).rejects.toMatchObject({
      code: 'egress-failed',
      message: expect.not.stringContaining('hush'),
    });
  });

  test('a redirect to another origin gets no credentials, and a request that writes follows none', async () => {
    const headers = { Authorization: 'Bearer hush', 'X-Api-Key': 'hush', Accept: 'text/plain' };
    const read = await open.fetch(`http://127.0.0.1:${port}/elsewhere`, { headers });
    expect(JSON.parse(read.body.toString())).toMatchObject({ host: `127.0.0.1:${otherPort}`, accept: 'text/plain' });
    expect(read.body.toString()).not.toContain('hush');
    asked = [];
    const write = await open.fetch(`http://127.0.0.1:${port}/elsewhere`, { method: 'POST', headers, body: 'hush' });
    expect(write.status).toBe(307);
    expect(asked).toEqual(['/elsewhere']);
  });

  test('an address with a password is refused without repeating it', async () => {
    const error = await open.fetch('http://user:hush@127.0.0.1/').catch((reason) => reason);
    expect(error.params).toEqual({ host: '127.0.0.1', setting: 'DOORWRIGHT_EGRESS_ALLOW' });
  });

  test('an untrusted certificate is refused', async () => {
    const pair = await generateCert({
      name: 'localhost',
      owner: 'admin',
      cryptoAlgorithm: 'ES256',
      bitSize: 0,
      expireInYears: 1,
      now: new Date(),
    });
    const secure = createTlsServer({ cert: pair.certificate, key: pair.privateKey }, (_req, res) => res.end('hello'));
    await new Promise<void>((resolve) => void secure.listen(0, '127.0.0.1', resolve));
    const { port: securePort } = secure.address() as { port: number };
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    const answer = open.fetch(`https://127.0.0.1:${securePort}/`);
    await expect(answer).rejects.toMatchObject({ message: expect.stringContaining('self-signed certificate') });
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    secure.close();
  });

  test('a name that resolves to a public address first and to a private one at the call is refused', async () => {
    const answers = ['93.184.215.14', '127.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '127.0.0.1', family: 4 }];
    asked = [];
    const rebound = createEgress({ allow: [], resolve }).for('platform').fetch(`http://rebind.example:${port}/`);
    await expect(rebound).rejects.toMatchObject({ code: 'egress-refused', params: { host: 'rebind.example' } });
    expect(answers).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('a name that resolves to another address while a connection is open passes the same check', async () => {
    const answers = ['127.0.0.1', '127.0.0.1', '10.0.0.1'];
    const resolve = async () => [{ address: answers.shift() ?? '10.0.0.1', family: 4 }];
    const kept = createEgress({ allow: ['127.0.0.0/8'], resolve }).for('platform');
    asked = [];
    expect((await kept.fetch(`http://kept.example:${port}/first`)).status).toBe(200);
    await expect(kept.fetch(`http://kept.example:${port}/second`)).rejects.toMatchObject({ code: 'egress-refused' });
    expect(asked).toEqual(['/first']);
  });

  test('a name without a DNS answer ends with the timeout of the call, and many callers cause one lookup', async () => {
    let asked = 0;
    const resolve = () => {
      asked += 1;
      return new Promise<never>(() => undefined);
    };
    const egress = createEgress({ allow: [], resolve }).for('platform');
    const called = Array.from({ length: 5 }, () =>
      egress.fetch('http://silent.example/', {}, { timeoutMs: 200 }).catch((error: unknown) => error),
    );
    for (const error of await Promise.all(called))
      expect(error).toMatchObject({ code: 'egress-failed', host: 'silent.example' });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const judged = createEgress({ allow: [], resolve }).for('platform').assertHost('silent.example');
    vi.advanceTimersByTime(8_000);
    await expect(judged).rejects.toMatchObject({ code: 'egress-failed' });
    expect(asked).toBe(1);
  });

  test('a name with one private address among its addresses is not called', async () => {
    const resolve = async () => ['93.184.215.14', '10.0.0.1'].map((address) => ({ address, family: 4 }));
    await expect(createEgress({ allow: [], resolve }).for('platform').assertHost('both.example')).rejects.toMatchObject(
      {
        code: 'egress-refused',
      },
    );
  });

  test('sockets of other protocols are refused the same way', async () => {
    const connecting = new Promise((resolve, reject) =>
      closed.lookup('localhost', { all: true }, (error, found) => (error ? reject(error) : resolve(found))),
    );
    await expect(connecting).rejects.toMatchObject({ code: 'egress-refused' });
  });
});

describe('17.12 the platform and organizations have separate lists', () => {
  const tenants = new Map([
    ['acme', ['127.0.0.0/8']],
    ['beta', ['10.0.0.0/8']],
  ]);
  const reached = async (egress: ReturnType<typeof createEgress>, whom: Parameters<typeof egress.for>[0]) =>
    egress
      .for(whom)
      .fetch(`http://127.0.0.1:${port}/`)
      .then(
        ({ status }) => status,
        ({ params }) => params.setting,
      );

  test('17.12 the list of the platform allows nothing to organizations, and theirs allow nothing to the platform or each other', async () => {
    const platform = createEgress({ allow: ['127.0.0.0/8'] });
    expect(await reached(platform, 'platform')).toBe(200);
    expect(await reached(platform, { organization: 'built-in' })).toBe(200);
    expect(await reached(platform, { organization: 'acme' })).toBe('DOORWRIGHT_TENANT_EGRESS_ALLOW');
    const theirs = createEgress({ allow: [], tenants });
    expect(await reached(theirs, { organization: 'acme' })).toBe(200);
    for (const organization of ['beta', 'gamma', ''])
      expect(await reached(theirs, { organization })).toBe('DOORWRIGHT_TENANT_EGRESS_ALLOW');
    expect(await reached(theirs, 'platform')).toBe('DOORWRIGHT_EGRESS_ALLOW');
  });

  test('17.12 the list for all organizations adds to their own', async () => {
    const all = createEgress({ allow: [], tenants: new Map([...tenants, ['*', ['127.0.0.0/8']]]) });
    for (const organization of ['acme', 'beta', 'gamma']) expect(await reached(all, { organization })).toBe(200);
    expect(await reached(all, 'platform')).toBe('DOORWRIGHT_EGRESS_ALLOW');
  });
});
