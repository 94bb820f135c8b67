import { createServer, type Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Client } from '../../harness/client.ts';
import { type CasWorld, codeIn, createCasWorld, service, textOf } from './cas-world.ts';

/** Answers for the call-backs of services, which have https elsewhere. */
let callbacks: Server;
let called: URL[] = [];
let answerStatus = 200;
let world: CasWorld;
let clock = new Date();

const portal = 'https://wiki.example/callback?of=wiki';
const mail = 'https://mail.example/inbox';

beforeAll(async () => {
  callbacks = createServer((req, res) => {
    called.push(new URL(String(req.url), 'https://wiki.example'));
    res.writeHead(answerStatus, { location: '/callback' }).end();
  });
  await new Promise<void>((resolve) => void callbacks.listen(0, '127.0.0.1', resolve));
  const { port } = callbacks.address() as { port: number };
  world = await createCasWorld({
    now: () => clock,
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8' },
    reroute: (url) => new URL(`http://127.0.0.1:${port}${url.pathname}${url.search}`),
  });
  await world.casApplication('wiki', { casProxies: true });
  await world.casApplication('closed');
  await world.casApplication('other', { casProxies: true });
});
afterAll(async () => {
  callbacks?.close();
  await world?.app.stop();
});
beforeEach(() => {
  called = [];
  answerStatus = 200;
});

/** Signs in, and gets a proxy-granting ticket. */
async function granted(client: Client = world.app.client(), name = 'wiki') {
  const ticket = String((await world.signIn(client, name)).body.data);
  const { text } = await world.ask(name, 'serviceValidate', { ticket, service, pgtUrl: portal });
  const query = called.at(-1)?.searchParams;
  return { client, text, pgt: query?.get('pgtId') ?? '', pgtIou: query?.get('pgtIou') ?? '' };
}

const proxy = async (pgt: string, targetService = mail, name = 'wiki') =>
  (await world.ask(name, 'proxy', { pgt, targetService })).text;
const proxyTicket = async (pgt: string, target = mail) => String(textOf(await proxy(pgt, target), 'proxyTicket'));

describe('a service that stands in for its user', () => {
  test('gets a proxy-granting ticket at its call-back, and its second name in the answer', async () => {
    const { text, pgt, pgtIou } = await granted();
    expect(textOf(text, 'user')).toBe('alice');
    expect(pgt).toMatch(/^PGT-[a-z0-9]+$/);
    expect(pgtIou).toMatch(/^PGTIOU-[a-z0-9]+$/);
    expect(textOf(text, 'proxyGrantingTicket')).toBe(pgtIou);
    expect(text).not.toContain(pgt);
    expect(called[0]?.searchParams.get('of')).toBe('wiki');
  });

  test('gets tickets for another service, which learns of the whole chain', async () => {
    const { pgt } = await granted();
    const ticket = await proxyTicket(pgt);
    expect(ticket).toMatch(/^PT-[a-z0-9]+$/);
    const second = 'https://wiki.example/second';
    const { text } = await world.ask('wiki', 'proxyValidate', { ticket, service: mail, pgtUrl: second });
    expect(textOf(text, 'user')).toBe('alice');
    expect(text).toContain(`<cas:proxies><cas:proxy>${portal}</cas:proxy></cas:proxies>`);
    expect(textOf(text, 'isFromNewLogin')).toBe('false');
    const next = await proxyTicket(called.at(-1)?.searchParams.get('pgtId') ?? '', service);
    const last = await world.ask('wiki', 'p3/proxyValidate', { ticket: next, service, format: 'JSON' });
    expect(last.body).toMatchObject({
      serviceResponse: { authenticationSuccess: { user: 'alice', proxies: [second, portal] } },
      Success: { Proxies: { Proxies: [second, portal] } },
    });
  });

  test('gets several tickets with one, each of which works once', async () => {
    const { pgt } = await granted();
    const [one, two] = [await proxyTicket(pgt), await proxyTicket(pgt)];
    expect(one).not.toBe(two);
    const validate = async (ticket: string) =>
      codeIn((await world.ask('wiki', 'proxyValidate', { ticket, service: mail })).text);
    expect([await validate(one), await validate(two), await validate(one)]).toEqual([
      undefined,
      undefined,
      'INVALID_TICKET',
    ]);
  });

  test('gets its answer without that ticket, if its call-back fails', async () => {
    for (const status of [404, 302, 500]) {
      answerStatus = status;
      const { text, pgt } = await granted();
      expect(textOf(text, 'user')).toBe('alice');
      expect(text).not.toContain('proxyGrantingTicket');
      expect(codeIn(await proxy(pgt))).toBe('INVALID_TICKET');
    }
    expect(called).toHaveLength(3);
  });

  test('loses it with the session of its user, and with the sign-out', async () => {
    const { client, pgt } = await granted();
    expect(await proxyTicket(pgt)).toMatch(/^PT-/);
    const waiting = await proxyTicket(pgt);
    await client.post('logout');
    expect(codeIn(await proxy(pgt))).toBe('INVALID_TICKET');
    expect(codeIn((await world.ask('wiki', 'proxyValidate', { ticket: waiting, service: mail })).text)).toBe(
      'INVALID_TICKET',
    );
    const idle = await granted();
    clock = new Date(clock.getTime() + 61 * 60_000);
    expect(codeIn(await proxy(idle.pgt))).toBe('INVALID_TICKET');
  });
});

describe('a proxy is refused', () => {
  const refused = async (pgtUrl: string, name = 'wiki') => {
    const ticket = await world.ticket(name);
    return codeIn((await world.ask(name, 'serviceValidate', { ticket, service, pgtUrl })).text);
  };

  test('where the application does not allow it', async () => {
    expect(await refused(portal, 'closed')).toBe('UNAUTHORIZED_SERVICE_PROXY');
  });

  test('whose call-back has no https, is not registered, or is no address (S46)', async () => {
    for (const wrong of ['http://wiki.example/callback', 'https://evil.example/', 'javascript:alert(1)', 'callback'])
      expect(await refused(wrong)).toBe('INVALID_PROXY_CALLBACK');
    expect(called).toEqual([]);
  });

  test('for a target that is not registered, and without its parameters', async () => {
    const { pgt } = await granted();
    expect(codeIn(await proxy(pgt, 'https://evil.example/'))).toBe('UNAUTHORIZED_SERVICE');
    expect(codeIn((await world.ask('wiki', 'proxy', { pgt })).text)).toBe('INVALID_REQUEST');
    const { body } = await world.ask('wiki', 'proxy', { targetService: mail, format: 'JSON' });
    expect(body).toMatchObject({
      serviceResponse: { proxyFailure: { code: 'INVALID_REQUEST', description: 'pgt and targetService must exist' } },
      ProxyFailure: { Code: 'INVALID_REQUEST' },
    });
  });

  test('with an unknown ticket, the ticket of another application, or a ticket of another type', async () => {
    const { pgt, pgtIou } = await granted();
    for (const wrong of ['PGT-1', pgtIou, await world.ticket('wiki')])
      expect(codeIn(await proxy(wrong))).toBe('INVALID_TICKET');
    expect(codeIn(await proxy(pgt, mail, 'other'))).toBe('INVALID_TICKET');
    expect(codeIn((await world.ask('wiki', 'proxyValidate', { ticket: pgt, service })).text)).toBe('INVALID_TICKET');
  });

  test('at the endpoints for the tickets of users alone, and by another service', async () => {
    const { pgt } = await granted();
    const at = async (endpoint: string, to = mail) =>
      (await world.ask('wiki', endpoint, { ticket: await proxyTicket(pgt), service: to })).text;
    expect(codeIn(await at('serviceValidate'))).toBe('INVALID_TICKET_SPEC');
    expect(codeIn(await at('p3/serviceValidate'))).toBe('INVALID_TICKET_SPEC');
    expect(await at('validate')).toBe('no\n\n');
    expect(codeIn(await at('proxyValidate', service))).toBe('INVALID_SERVICE');
  });
});
