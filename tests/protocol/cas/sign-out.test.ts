import { createServer, type Server } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Answered } from '../../harness/client.ts';
import { add, password } from '../../harness/world.ts';
import { type CasWorld, createCasWorld } from './cas-world.ts';

let world: CasWorld;
let wiki: Server;
let service: string;
let told: string[] = [];
let answerStatus = 200;

beforeAll(async () => {
  wiki = createServer(async (req, res) => {
    const body = Buffer.concat(await req.toArray()).toString();
    told.push(`${req.method} ${req.url} ${new URLSearchParams(body).get('logoutRequest')}`);
    res.writeHead(answerStatus, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((resolve) => void wiki.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(wiki.address() as { port: number }).port}`;
  service = `${origin}/page?id=1`;
  world = await createCasWorld({
    settings: { DOORWRIGHT_TENANT_EGRESS_ALLOW: '*=127.0.0.0/8', DOORWRIGHT_EGRESS_ALLOW: '127.0.0.0/8' },
  });
  await world.casApplication('wiki', { casServices: [`${origin}/*`] });
});
afterAll(async () => {
  wiki?.close();
  await world?.app.stop();
});
afterEach(() => {
  told = [];
  answerStatus = 200;
});

const isTold = (times = 1) => vi.waitFor(() => expect(told).toHaveLength(times), { timeout: 20_000, interval: 50 });
const waiting = () =>
  world.app.db('jobs.job').where('name', 'service-sign-out').where('state', '<', 'completed').select('data');

/** A browser whose session led to the service, and the ticket that the service knows it by. */
async function visited(client = world.app.client()) {
  const ticket = String((await world.signIn(client, 'wiki', { service })).body.data);
  const { text } = await world.ask('wiki', 'p3/serviceValidate', { ticket, service });
  expect(text).toContain('authenticationSuccess');
  return { client, ticket };
}

describe('a service hears of the end of a session', () => {
  test('by a LogoutRequest that names its ticket', async () => {
    const { client, ticket } = await visited();
    await client.post('logout');
    await isTold();
    expect(told[0]).toMatch(/^POST \/page\?id=1 <samlp:LogoutRequest /);
    expect(told[0]).toContain('xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"');
    expect(told[0]).toContain(`<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`);
    expect(told[0]).toMatch(/<saml:NameID [^>]*>alice<\/saml:NameID>/);
    expect(told[0]).toMatch(/ID="LR-[\w-]+" Version="2.0" IssueInstant="\d{4}-[^"]+Z"/);
  });

  test('again after a failure, and once after an answer that leads elsewhere', async () => {
    const { client } = await visited();
    answerStatus = 503;
    await client.post('logout');
    await isTold();
    answerStatus = 302;
    await isTold(2);
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000, interval: 50 });
    expect(told).toHaveLength(2);
  });

  test.each<[string, (name: string) => Promise<Answered>]>([
    [
      'a block',
      async (name) => {
        const query = { id: `acme/${name}` };
        const { data } = (await world.root.get('get-user', query)).body;
        return world.root.post('update-user', { ...data, isForbidden: true }, { query });
      },
    ],
    [
      'a new password',
      (name) => {
        const form = { userOwner: 'acme', userName: name, newPassword: `${password}-new` };
        return world.root.post('set-password', new URLSearchParams(form));
      },
    ],
    [
      'an administrator who ends the session',
      (name) => world.root.post('delete-session', { owner: 'acme', name, application: 'wiki' }),
    ],
    ['the deletion of the user', (name) => world.root.post('delete-user', { owner: 'acme', name })],
  ])('whatever ends it: %s', async (how, end) => {
    const name = `carol-${how.replaceAll(' ', '-')}`;
    await add(world.root, 'user', { owner: 'acme', name, displayName: 'Carol', password });
    const client = world.app.client();
    const ticket = String((await world.signIn(client, 'wiki', { service }, name)).body.data);
    await world.ask('wiki', 'serviceValidate', { ticket, service });
    expect(told).toEqual([]);
    expect((await end(name)).body).toMatchObject({ status: 'ok' });
    await isTold();
    expect(told[0]).toContain(`<samlp:SessionIndex>${ticket}</samlp:SessionIndex>`);
    expect(told[0]).toContain(`>${name}</saml:NameID>`);
    expect((await client.get('get-account')).body.status).toBe('error');
  });

  test('that the same user goes on with under a new id, for both tickets', async () => {
    const { client, ticket } = await visited();
    const second = await visited(client);
    await client.post('logout');
    await isTold(2);
    expect(told.join()).toContain(ticket);
    expect(told.join()).toContain(second.ticket);
  });

  test('also of a user of another organization, at an application of the platform', async () => {
    await world.casApplication('shared', { organization: 'built-in', casServices: [service] });
    const client = world.app.client();
    const form = { type: 'cas', application: 'shared', organization: 'acme', username: 'alice', password };
    const ticket = String((await client.post('login', form, { query: { service } })).body.data);
    await world.app.client().get('/cas/built-in/shared/serviceValidate', { ticket, service });
    expect(await world.app.db('service_visits').where('application', 'shared')).toMatchObject([{ owner: 'acme' }]);
    await client.post('logout');
    await isTold();
    expect(told[0]).toMatch(/<saml:NameID [^>]*>acme\/alice<\/saml:NameID>/);
  });

  test('and of none that it never validated a ticket of', async () => {
    const client = world.app.client();
    await world.signIn(client, 'wiki', { service });
    await client.post('logout');
    const { client: other } = await visited();
    await other.post('logout');
    await isTold();
    expect(told).toHaveLength(1);
  });

  test('no longer, if it is not registered any more', async () => {
    const { client } = await visited();
    const setServices = (casServices: string[]) =>
      world.root.post('update-application', { casServices }, { query: { id: 'admin/wiki' } });
    await setServices(['https://wiki.example/*']);
    await client.post('logout');
    await vi.waitFor(async () => expect(await waiting()).toEqual([]), { timeout: 20_000, interval: 50 });
    expect(told).toEqual([]);
    await setServices([service]);
  });
});

test('a session shows the application of the service', async () => {
  const { client } = await visited();
  const { data } = (await client.get('get-account-sessions')).body;
  expect(JSON.stringify(data)).toContain('wiki');
});

describe('a sign-out that began at a service', () => {
  const signOut = async (query: Record<string, string>) => {
    const { client } = await visited();
    const { body } = await client.post('logout', {}, { query: { type: 'cas', id: 'acme/wiki', ...query } });
    expect((await client.get('get-account')).body.status).toBe('error');
    return body;
  };

  test('leads back to a registered service alone (S34)', async () => {
    expect(await signOut({ service })).toMatchObject({ data: 'acme/alice', data2: service });
    expect(await signOut({ service: 'https://evil.example/' })).toMatchObject({ data2: '/cas/acme/wiki/login' });
    expect(await signOut({})).toMatchObject({ data2: '/cas/acme/wiki/login' });
  });

  test('S22 ends the session although the application is gone', async () => {
    expect(await signOut({ id: 'acme/gone', service })).toMatchObject({ data: 'acme/alice', data2: null });
  });
});
