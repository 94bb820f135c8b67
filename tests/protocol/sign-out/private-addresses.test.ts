import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { casActions, textOf } from '../cas/cas-world.ts';
import { entityId, pageFor, samlIn, signInOn } from '../saml/world.ts';
import { createProtocolWorld, type ProtocolWorld } from '../world.ts';

/** A program of the inner network. It counts each connection, whatever is sent. */
let inside: Server;
let port = 0;
let connections = 0;
let world: ProtocolWorld & ReturnType<typeof casActions> & Awaited<ReturnType<typeof samlIn>>;

beforeAll(async () => {
  inside = createServer((socket) => {
    connections++;
    socket.destroy();
  });
  await new Promise<void>((resolve) => void inside.listen(0, '127.0.0.1', resolve));
  port = (inside.address() as { port: number }).port;
  // The operator allows no private network.
  const bare = await createProtocolWorld();
  world = { ...bare, ...casActions(bare), ...(await samlIn(bare)) };
}, 120_000);
afterAll(async () => {
  inside?.close();
  await world?.app.stop();
});
beforeEach(() => {
  connections = 0;
  world.app.logged.length = 0;
});

const isRefused = (words: string) =>
  vi.waitFor(
    () => expect(world.app.logged.filter((line) => line.includes(words)).join()).toMatch(/egress-refused|not allowed/),
    { timeout: 20_000, interval: 50 },
  );

test('S48 a call-back of a CAS proxy on a private address is not called, and its service gets no such ticket', async () => {
  const callback = `https://127.0.0.1:${port}/callback`;
  const service = `http://127.0.0.1:${port}/page`;
  await world.casApplication('wiki', { casServices: [service, callback], casProxies: true });
  const ticket = await world.ticket('wiki', service);
  const { text } = await world.ask('wiki', 'p3/serviceValidate', { ticket, service, pgtUrl: callback });
  expect(textOf(text, 'user')).toBe('alice');
  expect(text).not.toContain('proxyGrantingTicket');
  await isRefused('A CAS call-back cannot be reached');
  expect(connections).toBe(0);
});

test('S48 a CAS service on a private address is not told of a sign-out', async () => {
  const service = `http://127.0.0.1:${port}/page`;
  await world.casApplication('inner', { casServices: [service] });
  const client = world.app.client();
  const ticket = String((await world.signIn(client, 'inner', { service })).body.data);
  await world.ask('inner', 'serviceValidate', { ticket, service });
  await client.post('logout');
  await isRefused('A CAS service could not be told of a sign-out');
  expect(connections).toBe(0);
});

test('S48 a SAML service provider with a private address for SOAP is not told of a sign-out', async () => {
  await world.serviceProvider({ sloUrl: `http://127.0.0.1:${port}/soap`, sloBinding: 'SOAP' });
  await world.change({ enableSigninSession: true });
  const client = world.app.client();
  const saml = await world.library();
  await signInOn(client, await pageFor(client, await saml.getAuthorizeUrlAsync('', undefined, {})));
  expect(await world.app.db('service_visits').where('service', entityId)).toHaveLength(1);
  await client.post('logout');
  await isRefused('A SAML service provider could not be told of a sign-out');
  expect(connections).toBe(0);
});
