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
async function person(owner: string) {
  const name = `user-${randomUUID().slice(0, 8)}`;
  await add(root, 'user', { owner, name, displayName: name, password, isAdmin: true, isGlobalAdmin: owner === 'acme' });
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

describe.each(['built-in', 'acme'])('S28 35.11 what the platform demands of its people of %s holds', (owner) => {
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
