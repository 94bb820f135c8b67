import { createServer } from 'node:http';
import { createClientAddress } from '@doorwright/api/http/client-address.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

// The server is behind a proxy of this machine, which is behind one of 10.0.0.0/8 or fd00::/8.
const addressBehind = createClientAddress({ DOORWRIGHT_TRUSTED_PROXIES: ['127.0.0.0/8', '10.0.0.0/8', 'fd00::/8'] });
const addressInTheOpen = createClientAddress({ DOORWRIGHT_TRUSTED_PROXIES: [] });
const server = createServer((req, res) => {
  res.end((req.url === '/open' ? addressInTheOpen : addressBehind)(req));
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
});
afterAll(() => void server.close());

const seenAs = async (forwarded: string, path = '/') =>
  (await fetch(`${url}${path}`, { headers: forwarded ? { 'X-Forwarded-For': forwarded } : {} })).text();

describe('S50 the address of a client', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7', 'is the address that our proxy wrote'],
    ['203.0.113.7, 10.1.1.1', '203.0.113.7', 'stands before several proxies of ours'],
    ['6.6.6.6, 203.0.113.7', '203.0.113.7', 'is not the address that the client wrote'],
    ['127.0.0.1, 203.0.113.7, 10.1.1.1', '203.0.113.7', 'is no made-up proxy of the client'],
    ['6.6.6.6, nonsense, 10.1.1.1', '10.1.1.1', 'is the last readable one'],
    ['203.0.113.7,, 10.1.1.1', '203.0.113.7', 'may stand before an empty element (RFC 9110)'],
    ['203.0.113.7:4711', '203.0.113.7', 'has no port'],
    ['[2001:db8::7]:4711, fd00::1', '2001:db8::7', 'has no brackets'],
    ['2001:DB8:0:0::7', '2001:db8::7', 'has one spelling'],
    ['::ffff:203.0.113.7', '203.0.113.7', 'is the IPv4 address inside an IPv6 address'],
    ['', '127.0.0.1', 'is that of the connection if the header is missing'],
    [',,', '127.0.0.1', 'is that of the connection if the header has no address'],
  ])('«%s» gives %s: it %s', async (forwarded, address) => {
    expect(await seenAs(forwarded)).toBe(address);
  });

  test('is the address of the connection if no proxy is trusted', async () => {
    expect(await seenAs('203.0.113.7', '/open')).toBe('127.0.0.1');
  });
});
