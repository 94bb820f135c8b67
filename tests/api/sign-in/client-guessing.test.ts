import { randomBytes, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { basic } from '../../harness/client.ts';
import { add } from '../../harness/world.ts';
import { signInWorld } from './world.ts';

const minute = 60_000;
const world = signInWorld();
const { aUser, codeOf, from } = world;

interface Client {
  id: string;
  secret: string;
}

async function aClient(own: Record<string, unknown> = {}): Promise<Client> {
  const name = `app-${randomUUID()}`;
  const fields = { name, organization: 'acme', cert: 'cert-built-in', grantTypes: ['client_credentials'] };
  await add(world.root, 'application', { ...fields, ...own });
  const stored = await world.app.store('application').find(world.app.db, 'admin', name);
  return { id: String(stored?.clientId), secret: String(stored?.clientSecret) };
}

let addresses = 0;
const anAddress = () => `203.0.113.${++addresses}`;

const asks = async (address: string, { id, secret }: Client, server: TestApp = world.app) => {
  const caller = server.client({ ...basic(id, secret), 'X-Forwarded-For': address });
  return (await caller.get('get-users', { owner: 'acme' })).body.code ?? 'ok';
};
const token = (address: string, { id, secret }: Client, server: TestApp = world.app) =>
  server
    .client({ ...basic(id, secret), 'X-Forwarded-For': address })
    .post('/api/login/oauth/access_token', new URLSearchParams({ grant_type: 'client_credentials' }));

const wrong = (client: Client): Client => ({ ...client, secret: randomBytes(20).toString('hex') });

describe('17.4 a client secret from the server', () => {
  test('works at both endpoints after others at the address used all guesses; wrong secrets get the error of the lock', async () => {
    const [address, client] = [anAddress(), await aClient()];
    for (let tries = 0; tries < 10; tries += 1)
      expect(await asks(address, wrong(client), tries % 2 ? world.app : world.other)).toBe('sign-in-failed');
    expect(await asks(address, wrong(client))).toBe('locked');
    const refused = await token(address, wrong(client));
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/);
    expect(refused.body).toMatchObject({ error_description: expect.stringContaining('too many wrong secrets') });
    for (const server of [world.app, world.other]) {
      expect(await asks(address, client, server)).toBe('ok');
      expect((await token(address, client, server)).status).toBe(200);
    }
  });

  test('works after fifty wrong secrets of other clients, and a right password works there too', async () => {
    const [address, client] = [anAddress(), await aClient()];
    await aUser('nat');
    const others = await Promise.all(Array.from({ length: 6 }, () => aClient()));
    const said = [];
    for (let tries = 0; tries < 60; tries += 1) said.push(await asks(address, wrong(others[tries % 6] as Client)));
    expect(said.slice(0, 50)).toEqual(Array(50).fill('sign-in-failed'));
    expect(said.slice(50)).toEqual(Array(10).fill('locked'));
    expect((await token(address, client)).status).toBe(200);
    expect(await asks(address, client)).toBe('ok');
    expect(await codeOf(from(world.app, address), { username: 'nat' })).toBe('ok');
  });

  test('works after fifty wrong passwords from the same address', async () => {
    const [address, client] = [anAddress(), await aClient()];
    for (let tries = 0; tries < 50; tries += 1)
      await codeOf(from(world.app, address), { username: `nobody-${tries}`, password: 'wrong' });
    expect(await codeOf(from(world.app, address))).toBe('locked');
    expect(await asks(address, client)).toBe('ok');
    expect((await token(address, client)).status).toBe(200);
  });
});

describe('17.4 a client secret that a person chose', () => {
  const chosen = 'between two ferns';

  test('S23 is locked for an address after wrong guesses, even if right, and for no other address', async () => {
    const [address, client] = [anAddress(), await aClient({ clientSecret: chosen })];
    for (let tries = 0; tries < 10; tries += 1) await asks(address, { ...client, secret: `guess ${tries}` });
    expect(await asks(address, client)).toBe('locked');
    const refused = await token(address, client, world.other);
    expect(refused).toMatchObject({ status: 401, body: { error: 'invalid_client' } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await asks(anAddress(), client)).toBe('ok');
    world.later(minute);
    expect((await token(address, client)).status).toBe(200);
  });

  test('is not locked by guesses at other clients, which do not reset its own guesses', async () => {
    const [address, client] = [anAddress(), await aClient({ clientSecret: chosen })];
    for (let tries = 0; tries < 51; tries += 1)
      await asks(address, { id: `nobody-${Math.floor(tries / 9)}`, secret: `guess ${tries}` });
    expect(await asks(address, client)).toBe('ok');
    for (let tries = 0; tries < 10; tries += 1) await asks(address, { ...client, secret: `guess ${tries}` });
    expect(await asks(address, client)).toBe('locked');
  });

  test.each([
    ['fifteen letters', 'between 2 ferns', 'must have at least 16 characters'],
    ['a common password', 'Passwordpassword', expect.stringContaining('is easy to guess')],
    ['a few characters repeated', '12345671234567123', expect.stringContaining('is easy to guess')],
  ])(
    'has 16 characters and is none of the common ones, when it is made and when it changes: %s',
    async (_, clientSecret, message) => {
      const name = `app-${randomUUID()}`;
      const fields = { name, organization: 'acme', cert: 'cert-built-in' };
      const refusal = { code: 'invalid', fields: [{ field: 'clientSecret', message }] };
      expect((await world.root.post('add-application', { ...fields, clientSecret })).body).toMatchObject(refusal);
      await add(world.root, 'application', fields);
      const query = { id: `admin/${name}` };
      expect((await world.root.post('update-application', { clientSecret }, { query })).body).toMatchObject(refusal);
    },
  );

  test('stays valid if it is older and shorter, also if other fields change', async () => {
    const name = `app-${randomUUID()}`;
    await add(world.root, 'application', { name, organization: 'acme', cert: 'cert-built-in', clientId: name });
    const { db, store } = world.app;
    const stored = await store('application').find(db, 'admin', name);
    await store('application').update(db, 'admin', name, { ...stored, clientSecret: 'short' } as never);
    const query = { id: `admin/${name}` };
    const changed = { description: 'as before', clientSecret: 'short' };
    expect((await world.root.post('update-application', changed, { query })).body.status).toBe('ok');
    expect(await asks(anAddress(), { id: name, secret: 'short' })).toBe('ok');
  });
});
