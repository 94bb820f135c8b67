import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { adminPassword } from '../../harness/database/template.ts';
import { password } from '../../harness/world.ts';
import { type CasWorld, codeIn, createCasWorld, service, textOf } from './cas-world.ts';

let world: CasWorld;
let clock = new Date();
beforeAll(async () => {
  world = await createCasWorld({ now: () => clock });
  await world.casApplication('wiki');
  await world.casApplication('other');
});
afterAll(() => world?.app.stop());

const endpoints = ['serviceValidate', 'proxyValidate', 'p3/serviceValidate', 'p3/proxyValidate'];

describe('a service learns its user', () => {
  test.each(endpoints)('in XML of %s, with attributes', async (endpoint) => {
    const ticket = await world.ticket('wiki');
    expect(ticket).toMatch(/^ST-[a-z0-9]{20,29}$/);
    const { text, headers } = await world.ask('wiki', endpoint, { ticket, service });
    expect(headers.get('content-type')).toBe('application/xml; charset=utf-8');
    expect(headers.get('cache-control')).toBe('no-store');
    expect(textOf(text, 'user')).toBe('alice');
    expect(textOf(text, 'email')).toBe('alice@acme.example');
    expect(textOf(text, 'displayName')).toBe('Alice Liddell');
    expect(textOf(text, 'isFromNewLogin')).toBe('true');
    expect(textOf(text, 'longTermAuthenticationRequestTokenUsed')).toBe('false');
    expect(textOf(text, 'authenticationDate')).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  });

  test('in JSON of CAS 3, and in the JSON of Casdoor 2022 beside it', async () => {
    const ticket = await world.ticket('wiki');
    const { body } = await world.ask('wiki', 'p3/serviceValidate', { ticket, service, format: 'JSON' });
    expect(body).toMatchObject({
      serviceResponse: { authenticationSuccess: { user: 'alice', attributes: { email: ['alice@acme.example'] } } },
      Failure: null,
      Success: { User: 'alice', Attributes: { IsFromNewLogin: true } },
    });
  });

  test('35.35 with their ID as userId, because sites write attributes into their own rows', async () => {
    const { id } = (await world.root.get('get-user', { id: 'acme/alice' })).body.data;
    const { text } = await world.ask('wiki', 'p3/serviceValidate', { ticket: await world.ticket('wiki'), service });
    expect([textOf(text, 'userId'), textOf(text, 'id')]).toEqual([id, undefined]);
    const asked = { ticket: await world.ticket('wiki'), service, format: 'JSON' };
    const { body } = await world.ask('wiki', 'serviceValidate', asked);
    const { attributes } = (body as never as { serviceResponse: { authenticationSuccess: { attributes: object } } })
      .serviceResponse.authenticationSuccess;
    expect(attributes).toMatchObject({ userId: [id] });
    expect(attributes).not.toHaveProperty('id');
  });

  test('in two lines of CAS 1', async () => {
    const { text, headers } = await world.ask('wiki', 'validate', { ticket: await world.ticket('wiki'), service });
    expect(text).toBe('yes\nalice\n');
    expect(headers.get('content-type')).toContain('text/plain');
  });

  test('without secrets, and without fields that only administrators see (S5)', async () => {
    const ticket = await world.ticket('wiki');
    const { text } = await world.ask('wiki', 'p3/serviceValidate', { ticket, service });
    expect(text).not.toMatch(/password|salt|\$argon|\$2[aby]\$|isAdmin|signinIp|master/i);
  });

  test('by a name that no user of another organization shares', async () => {
    const answer = await world.app.client().post(
      'login',
      {
        type: 'cas',
        application: 'wiki',
        organization: 'built-in',
        username: 'admin',
        password: adminPassword,
      },
      { query: { service } },
    );
    const { text } = await world.ask('wiki', 'serviceValidate', { ticket: String(answer.body.data), service });
    expect(textOf(text, 'user')).toBe('built-in/admin');
  });

  test('whose names stay text in XML (S46)', async () => {
    const displayName = `</cas:user><cas:user>admin</cas:user>]]>&"'\u0007`;
    await world.root.post('add-user', { owner: 'acme', name: 'mallory', displayName, password });
    const ticket = await world.ticket('wiki', service, 'mallory');
    const { text } = await world.ask('wiki', 'serviceValidate', { ticket, service });
    expect(text.match(/<cas:user>/g)).toHaveLength(1);
    expect(text).toContain('&lt;/cas:user&gt;&lt;cas:user&gt;admin&lt;/cas:user&gt;]]&gt;&amp;&quot;&apos;');
    expect(text).not.toContain('\u0007');
  });
});

describe('a ticket is refused (S46)', () => {
  const refused = async (query: Record<string, string>, { name = 'wiki', endpoint = 'p3/serviceValidate' } = {}) =>
    codeIn((await world.ask(name, endpoint, query)).text);

  test('in each form', async () => {
    const asked = { ticket: 'ST-1', service };
    const { text, status } = await world.ask('wiki', 'serviceValidate', asked);
    expect(status).toBe(200);
    expect(text).toContain('code="INVALID_TICKET">Ticket ST-1 not recognized</cas:authenticationFailure>');
    expect((await world.ask('wiki', 'validate', asked)).text).toBe('no\n\n');
    expect((await world.ask('wiki', 'serviceValidate', { ...asked, format: 'json' })).body).toMatchObject({
      serviceResponse: { authenticationFailure: { code: 'INVALID_TICKET', description: 'Ticket ST-1 not recognized' } },
      Failure: { Code: 'INVALID_TICKET', Message: 'Ticket ST-1 not recognized' },
      Success: null,
    });
  });

  test('without a ticket or a service, and where a parameter occurs twice', async () => {
    expect(await refused({ service })).toBe('INVALID_REQUEST');
    expect(await refused({ ticket: 'ST-1' })).toBe('INVALID_REQUEST');
    const twice = await world.app.client().get(`/cas/acme/wiki/serviceValidate?ticket=ST-1&ticket=ST-2&service=x`);
    expect(codeIn(twice.text)).toBe('INVALID_REQUEST');
  });

  test('the second time, at any endpoint', async () => {
    const ticket = await world.ticket('wiki');
    expect(await refused({ ticket, service })).toBeUndefined();
    expect(await refused({ ticket, service })).toBe('INVALID_TICKET');
    expect((await world.ask('wiki', 'validate', { ticket, service })).text).toBe('no\n\n');
  });

  test('if two calls come at one moment, only one gets the user', async () => {
    const ticket = await world.ticket('wiki');
    const codes = await Promise.all([1, 2, 3].map(() => refused({ ticket, service })));
    expect(codes.filter((code) => code === undefined)).toHaveLength(1);
  });

  test('by another service, which also uses it up', async () => {
    const ticket = await world.ticket('wiki');
    expect(await refused({ ticket, service: 'https://mail.example/inbox' })).toBe('INVALID_SERVICE');
    expect(await refused({ ticket, service })).toBe('INVALID_TICKET');
  });

  test('by another application, which does not use it up', async () => {
    const ticket = await world.ticket('wiki');
    expect(await refused({ ticket, service }, { name: 'other' })).toBe('INVALID_TICKET');
    expect(await refused({ ticket, service })).toBeUndefined();
  });

  test('after the time that the application sets', async () => {
    await world.casApplication('slow', { casTicketSeconds: 300 });
    const [quick, slow] = [await world.ticket('wiki'), await world.ticket('slow')];
    clock = new Date(clock.getTime() + 10_000);
    expect(await refused({ ticket: quick, service })).toBe('INVALID_TICKET');
    expect(await refused({ ticket: slow, service }, { name: 'slow' })).toBeUndefined();
  });

  test('of an old proof, where the service wants a new one', async () => {
    const client = world.app.client();
    const first = String((await world.signIn(client, 'wiki')).body.data);
    expect(await refused({ ticket: first, service, renew: 'true' })).toBeUndefined();
    const again = await client.post('login', { type: 'cas', application: 'wiki' }, { query: { service } });
    expect(await refused({ ticket: String(again.body.data), service, renew: 'true' })).toBe('INVALID_TICKET');
  });

  test('after its user signed out or was blocked', async () => {
    const client = world.app.client();
    const ticket = String((await world.signIn(client, 'wiki')).body.data);
    await client.post('logout');
    expect(await refused({ ticket, service })).toBe('INVALID_TICKET');
    await world.root.post('add-user', { owner: 'acme', name: 'bob', displayName: 'Bob', password });
    const blocked = await world.ticket('wiki', service, 'bob');
    const { data } = (await world.root.get('get-user', { id: 'acme/bob' })).body;
    await world.root.post('update-user', { ...data, isForbidden: true }, { query: { id: 'acme/bob' } });
    expect(await refused({ ticket: blocked, service })).toBe('INVALID_TICKET');
  });

  test('at an application that is missing, of another organization, disabled or without services', async () => {
    await world.casApplication('off', { isEnabled: false });
    await world.application('plain');
    for (const name of ['nowhere', 'off', 'plain'])
      expect(await refused({ ticket: 'ST-1', service }, { name })).toBe('INVALID_REQUEST');
    const foreign = await world.app.client().get('/cas/built-in/wiki/serviceValidate', { ticket: 'ST-1', service });
    expect(codeIn(foreign.text)).toBe('INVALID_REQUEST');
  });

  test('and stands in no table as it is', async () => {
    const ticket = await world.ticket('wiki');
    const rows = await world.app.db('artifacts').where({ model: 'CasTicket' });
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(ticket.slice(3));
  });
});

test('a refusal is recorded once, without the ticket', async () => {
  const ticket = await world.ticket('wiki');
  const object = 'application admin/wiki';
  const rows = () =>
    world.app.db('records').where({ object, reason: 'INVALID_SERVICE #cas-service', action: 'cas/proxyValidate' });
  for (const value of [ticket, await world.ticket('wiki')])
    await world.ask('wiki', 'proxyValidate', { ticket: value, service: 'https://wiki.example/other' });
  await vi.waitFor(
    async () => expect(await rows()).toMatchObject([{ outcome: 'refused', organization: 'acme' }]),
    20_000,
  );
  expect(JSON.stringify(await world.app.db('records').where({ object }))).not.toContain(ticket);
});

test.each([
  [9, 'must be at least 10'],
  [301, 'must be at most 300'],
  [10.5, 'must be a whole number'],
])('a lifetime of tickets of %s seconds is refused with the bound, by the api', async (casTicketSeconds, message) => {
  const change = (seconds: number) =>
    world.root.post('update-application', { casTicketSeconds: seconds }, { query: { id: 'admin/wiki' } });
  const { body } = await change(casTicketSeconds);
  expect(body).toMatchObject({ status: 'error', fields: [{ field: 'casTicketSeconds', message }] });
  for (const bound of [300, 10]) expect((await change(bound)).body.status).toBe('ok');
});
