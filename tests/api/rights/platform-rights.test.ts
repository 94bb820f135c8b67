import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import { basic, type Client } from '../../harness/client.ts';
import { fromBase32, oneTimeCode } from '../../harness/one-time-code.ts';
import { add, password, startTenants } from '../../harness/world.ts';

let app: TestApp;
let root: Client;
beforeAll(async () => {
  ({ app, root } = await startTenants());
  await add(root, 'application', {
    ...{ name: 'tool', organization: 'built-in', cert: 'cert-built-in' },
    ...{ apiAccess: 'administrator', grantTypes: ['password'] },
  });
});
afterAll(() => app?.stop());

const door = async (fields: object) => {
  const { body } = await root.post('update-application', fields, { query: { id: 'admin/app-built-in' } });
  expect(body.status).toBe('ok');
};
afterEach(() => door({ secondFactor: 'organization', enablePassword: true, enableWebAuthn: false }));

/** One of the platform's people: a user of `built-in`, or a global administrator of acme. */
async function person(owner: string, isAdmin = true) {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner, name, displayName: name, password, isAdmin, isGlobalAdmin: owner === 'acme' });
  return { owner, name };
}
async function signedIn({ owner, name }: Awaited<ReturnType<typeof person>>, application = 'app-acme') {
  const client = app.client();
  const form = { type: 'login', application, organization: owner, username: name, password };
  expect((await client.post('login', form)).body.status).toBe('ok');
  return client;
}
/** Only the platform's people make organizations. */
const makes = async (client: Client) =>
  (await client.post('add-organization', { name: `o-${randomUUID().slice(0, 8)}`, displayName: 'New' })).body;

describe.each(['built-in', 'acme'])('S28 35.11 the demands of the platform hold for its people of %s', (owner) => {
  test('S28 35.11 for a second factor, wherever they sign in, until they prove one', async () => {
    const known = await person(owner);
    const [client, before] = [await signedIn(known), await signedIn(known)];
    expect(await makes(client)).toMatchObject({ status: 'ok' });
    const { secret, enrolment } = (await before.post('begin-factor')).body.data;
    const first = oneTimeCode(fromBase32(secret), new Date(), { steps: -1 });
    expect((await before.post('add-factor', { enrolment, code: first })).body.status).toBe('ok');
    await door({ secondFactor: 'administrators' });
    expect(await makes(client)).toMatchObject({ status: 'error', code: 'proof-required' });
    // What is theirs without the rights over all organizations stays.
    expect((await client.get('get-account')).body.status).toBe('ok');
    const proof = { factor: 'totp', factorCode: oneTimeCode(fromBase32(secret), new Date()) };
    expect((await client.post('prove-again', proof)).body.status).toBe('ok');
    expect(await makes(client)).toMatchObject({ status: 'ok' });
  });

  test('S28 35.11 for methods, and for the password of a token too', async () => {
    const known = await person(owner);
    const client = await signedIn(known);
    const { data } = (await root.get('get-application', { id: 'admin/tool' })).body;
    const grant = new URLSearchParams({ grant_type: 'password', username: known.name, password, scope: 'read' });
    if (owner !== 'built-in') grant.set('organization', owner);
    const headers = basic(data.clientId, data.clientSecret);
    const given = await app.client(headers).post('/api/login/oauth/access_token', grant);
    const token = (given.body as never as { access_token?: string }).access_token;
    const program = token ? app.client({ Authorization: `Bearer ${token}` }) : undefined;
    for (const each of [client, program]) if (each) expect(await makes(each)).toMatchObject({ status: 'ok' });
    await door({ enablePassword: false, enableWebAuthn: true });
    for (const each of [client, program])
      if (each) expect(await makes(each)).toMatchObject({ status: 'error', code: 'proof-required' });
    expect(owner === 'acme' || program !== undefined).toBe(true);
    // Users of built-in are no administrators of it either: its application has these rules.
    const weaken = { query: { id: 'admin/app-built-in' } };
    const { body } = await client.post('update-application', { enablePassword: true }, weaken);
    expect(body.status).toBe('error');
  });
});

test('35.11 a session that began at the platform’s own application keeps its rights', async () => {
  const client = await signedIn(await person('acme'), 'app-built-in');
  await door({ secondFactor: 'administrators' });
  expect(await makes(client)).toMatchObject({ status: 'ok' });
});

describe('35.11 a session without the proof that the platform demands', () => {
  type Ask = (client: Client, known: Awaited<ReturnType<typeof person>>) => Promise<{ code?: string }>;
  const update = async (client: Client, kind: string, id: string, fields: object) =>
    (await client.post(`update-${kind}`, fields, { query: { id } })).body;
  /** Each is one sort of place that asks for rights over all organizations. */
  const asked: Record<string, Ask> = {
    'the rule of a route': makes,
    'an object of another organization': async (client) => update(client, 'role', 'globex/cook', { displayName: 'x' }),
    'the list of another organization': async (client) => (await client.get('get-roles', { owner: 'globex' })).body,
    'a user with these rights, such as oneself': async (client, { owner, name }) =>
      update(client, 'user', `${owner}/${name}`, { displayName: 'Other' }),
    'a right that is given': async (client) =>
      (
        await client.post('add-user', {
          owner: 'acme',
          name: 'raised',
          displayName: 'R',
          password,
          isGlobalAdmin: true,
        })
      ).body,
    'the passkeys, links and sessions of another user with these rights': async (client) => {
      const { owner, name } = await person('acme');
      return (await client.post('delete-session', { owner, name, application: 'app-acme', sessionId: [] })).body;
    },
    'the folder of another organization': async (client) => {
      const form = new FormData();
      form.set('file', new Blob(['x']), 'x.txt');
      return (
        await client.post('upload-resource', form, { query: { ...foreign, fullFilePath: 'resource/globex/x.txt' } })
      ).body;
    },
    'a name that could be of another organization': async (client) =>
      (await client.post('add-role', { owner: 'acme', name: 'namer', users: ['globex/alice'] })).body,
    'the file of another store': async (client, { owner }) =>
      (await client.post('add-resource', { owner, name: `file-${randomUUID()}`, provider: 'store' })).body,
    'what a paid payment vouches for': async (client) =>
      update(client, 'payment', 'admin/vouched', { displayName: 'x', price: 1 }),
    'an issued invoice': async (client) => update(client, 'payment', 'admin/sealed', { displayName: 'x' }),
    'a new passkey of one’s own': async (client) => (await client.get('webauthn/signup/begin')).body,
    'a new factor of one’s own': async (client) => (await client.post('begin-factor')).body,
    'a new email of one’s own': async (client) => {
      const form = { type: 'email', dest: 'new@example.com', code: '000000' };
      return (await client.post('reset-email-or-phone', form)).body;
    },
    'events of another organization': async (client) => (await client.get('events', { organization: 'globex' })).body,
    'the newest anchor of all records': async (client) => (await client.get('get-record-anchor')).body,
  };
  const foreign = { owner: 'globex', user: 'alice', application: 'app-globex', tag: '', parent: '' };

  /** And of the places whose rule is one of the user's own organization. */
  const ruled: Record<string, Ask> = {
    'a contact that administrators change': async (client) => {
      const form = { type: 'email', dest: 'new@example.com', code: '000000' };
      return (await client.post('reset-email-or-phone', form)).body;
    },
    'an account item of administrators': async (client, { owner, name }) =>
      update(client, 'user', `${owner}/${name}`, { tag: 'staff' }),
    'a passkey that administrators add': async (client) => (await client.get('webauthn/signup/begin')).body,
  };

  beforeAll(async () => {
    await add(root, 'role', { owner: 'globex', name: 'cook' });
    await add(root, 'provider', { owner: 'admin', name: 'store', category: 'Storage', type: 'Local File System' });
    const payment = { owner: 'admin', organization: 'acme', user: 'alice', price: 5, currency: 'USD' };
    await add(root, 'payment', { ...payment, name: 'vouched', state: 'Paid' });
    await add(root, 'payment', { ...payment, name: 'sealed', invoiceUrl: 'https://invoices.example/1' });
    for (const name of ['built-in', 'acme']) {
      const { data } = (await root.get('get-organization', { id: `admin/${name}` })).body;
      const judged = ['Email', 'Tag', 'WebAuthn credentials'];
      const accountItems = (data.accountItems as { name: string }[]).map((item) =>
        judged.includes(item.name) ? { ...item, modifyRule: 'Admin' } : item,
      );
      expect(accountItems.filter((item) => judged.includes(item.name))).toHaveLength(3);
      expect(await update(root, 'organization', `admin/${name}`, { accountItems })).toMatchObject({ status: 'ok' });
    }
  });

  const places = [
    ...Object.entries(asked).map(([place, ask]) => [place, ask, true] as const),
    ...Object.entries(ruled).map(([place, ask]) => [place, ask, false] as const),
  ];
  test.each(places)('is asked for a proof by %s', async (_, ask, isAdmin) => {
    const people = await Promise.all(['built-in', 'acme'].map((owner) => person(owner, isAdmin)));
    const clients = await Promise.all(people.map((each) => signedIn(each)));
    await door({ enablePassword: false, enableWebAuthn: true });
    for (const [index, client] of clients.entries())
      expect(await ask(client, people[index] as (typeof people)[number])).toMatchObject({ code: 'proof-required' });
  });

  test('sees in lists, searches and its own counts what its organization has', async () => {
    const known = await person('acme');
    const client = await signedIn(known);
    const owners = async () => {
      const { data } = (await client.get('get-global-users', { p: 1, pageSize: 100 })).body;
      return [...new Set((data as { owner: string }[]).map(({ owner }) => owner))].sort();
    };
    expect(await owners()).toEqual(['acme', 'built-in', 'globex']);
    await door({ enablePassword: false, enableWebAuthn: true });
    expect(await owners()).toEqual(['acme']);
    const { data: found } = (await client.get('search', { text: 'alice' })).body;
    expect(JSON.stringify(found)).not.toContain('globex');
  });
});

describe('35.11 a token that one of the platform’s people wrote', () => {
  let made = 0;
  async function written(by: Client, { owner, name }: Awaited<ReturnType<typeof person>>) {
    const accessToken = `written-${++made}-`.padEnd(43, 'x');
    const token = { organization: owner, user: name, application: '', expiresIn: 1e8, scope: 'read' };
    await add(by, 'token', { ...token, name: `written-${made}`, accessToken });
    return { id: `admin/written-${made}`, bearer: app.client({ Authorization: `Bearer ${accessToken}` }) };
  }
  const needed = { status: 'error', code: 'proof-required' };

  test.each(['app-built-in', 'app-acme'])(
    'after a sign-in at %s loses their rights when more is demanded than its writer proved',
    async (application) => {
      const known = await person('acme');
      const { bearer } = await written(await signedIn(known, application), known);
      expect(await makes(bearer)).toMatchObject({ status: 'ok' });
      await door({ secondFactor: 'administrators' });
      expect(await makes(bearer)).toMatchObject(needed);
      await door({ secondFactor: 'organization', enablePassword: false, enableWebAuthn: true });
      expect(await makes(bearer)).toMatchObject(needed);
    },
  );

  test('keeps them where its writer proved a second factor, also after another one gave it a later end', async () => {
    const known = await person('acme');
    const client = await signedIn(known);
    const weak = await written(client, known);
    const { secret, enrolment } = (await client.post('begin-factor')).body.data;
    const code = (steps: number) => oneTimeCode(fromBase32(secret), new Date(), { steps });
    expect((await client.post('add-factor', { enrolment, code: code(-1) })).body.status).toBe('ok');
    expect((await client.post('prove-again', { factor: 'totp', factorCode: code(0) })).body.status).toBe('ok');
    const strong = await written(client, known);
    // Neither a token of the token, nor a stronger hand on the weaker one, proves what its writer did not.
    const child = await written(weak.bearer, known);
    await client.post('update-token', { expiresIn: 2e8 }, { query: { id: weak.id } });
    await door({ secondFactor: 'administrators' });
    expect(await makes(strong.bearer)).toMatchObject({ status: 'ok' });
    for (const { bearer } of [weak, child]) expect(await makes(bearer)).toMatchObject(needed);
  });

  test('keeps them where a program of the platform wrote it', async () => {
    const { data } = (await root.get('get-application', { id: 'admin/tool' })).body;
    const program = app.client(basic(data.clientId, data.clientSecret));
    const { bearer } = await written(program, await person('acme'));
    await door({ secondFactor: 'administrators' });
    expect(await makes(bearer)).toMatchObject({ status: 'ok' });
  });
});
