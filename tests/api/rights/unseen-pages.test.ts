import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../harness/app.ts';
import type { Client } from '../../harness/client.ts';
import { add, password, startTenants, type Tenant } from '../../harness/world.ts';

// Pages and endpoints of protocols. acme has what the first of two names of one length says, and nobody has the second.
const names = ['unseen-thing', 'absent-thing'] as const;
const service = 'https://wiki.example/home';

let app: TestApp;
let root: Client;
let globex: Tenant;
let callers: [string, Client][];
/** The client id and the secret of acme's application. */
let unseen: { clientId: string; clientSecret: string };

beforeAll(async () => {
  ({ app, root, globex } = await startTenants());
  callers = [
    ['the administrator', globex.admin],
    ['a user', globex.user],
    ['a stranger', app.anonymous],
  ];
  await add(root, 'user', { owner: 'acme', name: names[0], displayName: 'Someone', password });
  await add(root, 'application', {
    ...{ name: names[0], organization: 'acme', cert: 'cert-built-in', casServices: ['https://wiki.example/*'] },
    ...{ redirectUris: [service], grantTypes: ['authorization_code', 'client_credentials'], enablePassword: true },
  });
  unseen = (await root.get('get-application', { id: `admin/${names[0]}` })).body.data;
  const own = { casServices: ['https://wiki.example/*'], redirectUris: [service] };
  const { body } = await root.post('update-application', own, { query: { id: 'admin/app-globex' } });
  expect(body.status).toBe('ok');
});
afterAll(() => app?.stop());

/** The whole answer, without its nonces and without the name that was asked for. */
async function told(client: Client, ask: (client: Client, name: string) => ReturnType<Client['get']>, name: string) {
  const { status, headers, text } = await ask(client, name);
  const said = `${status} ${headers.get('location') ?? ''} ${headers.get('www-authenticate') ?? ''}\n${text}`;
  const asked = [name, encodeURIComponent(name), Buffer.from(name).toString('base64url')];
  return (
    asked
      .reduce((all, each) => all.replaceAll(each, 'NAME'), said)
      .replaceAll(/\b(interaction|code)=[\w-]{43}/g, '$1=')
      .replaceAll(/name="xsrf" value="\w+"/g, 'xsrf')
      .replaceAll(/nonce(-|=")[\w+/=-]+/g, 'nonce')
      // A page repeats what get-application tells everybody about an application: its name, logo and ways to sign in.
      .replaceAll(/<script type="application\/json" id="answers">.*?<\/script>/gs, '')
      .replaceAll(/(ID="|responseID="|InResponseTo="|IssueInstant="|ResponseID=")[^"]*/gi, '$1')
  );
}

type Ask = Parameters<typeof told>[1];

/** What a caller is told differently about the known name and about the other one. */
async function differences(
  asks: Record<string, Ask>,
  [known, other]: readonly [string, string] = names,
  askers = callers,
) {
  const found: string[] = [];
  for (const [what, ask] of Object.entries(asks))
    for (const [who, client] of askers) {
      const [one, another] = [await told(client, ask, known), await told(client, ask, other)];
      const at = [...one].findIndex((letter, index) => letter !== another[index]);
      const around = (text: string) => text.slice(Math.max(0, at - 100), at + 200);
      if (one !== another) found.push(`${who}: ${what}\n  ${around(one)}\n  ${around(another)}`);
    }
  return found;
}

const each = (list: readonly string[], ask: (item: string) => Ask): Record<string, Ask> =>
  Object.fromEntries(list.map((item) => [item, ask(item)]));

describe('S9 35.18 a page or an endpoint outside of /api tells the same about an application of another tenant and about none', () => {
  const query = { service, ticket: 'ST-1', pgt: 'PGT-1', targetService: service, TARGET: service };
  const casPaths = ['serviceValidate', 'proxyValidate', 'p3/serviceValidate', 'p3/proxyValidate', 'validate', 'proxy'];

  test('at each address of CAS under another organization', async () => {
    const pages = each(
      ['login', 'logout', ...casPaths],
      (path) => (client, name) => client.get(`/cas/globex/${name}/${path}`, query),
    );
    const more: Record<string, Ask> = {
      'login with gateway': (client, name) => client.get(`/cas/globex/${name}/login`, { service, gateway: 'true' }),
      samlValidate: (client, name) => client.post(`/cas/globex/${name}/samlValidate?TARGET=${service}`, '<x/>'),
    };
    expect(await differences({ ...pages, ...more })).toEqual([]);
  });

  test('about a ticket of CAS that the other application gave', async () => {
    const signIn = { type: 'cas', application: names[0], username: names[0], password };
    const ticketOf = async () => (await app.client().post('login', signIn, { query: { service } })).body.data as string;
    for (const path of casPaths) {
      const ticket = await ticketOf();
      expect(ticket).toMatch(/^ST-/);
      const madeUp = `ST-${'x'.repeat(ticket.length - 3)}`;
      const ask: Ask = (client, name) =>
        client.get(`/cas/globex/app-globex/${path}`, { ...query, ticket: name, pgt: name });
      expect(await differences({ [path]: ask }, [ticket, madeUp])).toEqual([]);
    }
    const own = { ...query, ticket: await ticketOf() };
    const { text } = await app.anonymous.get(`/cas/acme/${names[0]}/serviceValidate`, own);
    expect(text).toContain(`<cas:user>${names[0]}</cas:user>`);
  });

  test('at the pages of SAML, also with a request', async () => {
    const asks = each(
      ['authorize', 'logout'],
      (path) => (client, name) => client.get(`/login/saml/${path}/globex/${name}`),
    );
    const posted = each(['POST authorize', 'POST logout'], (path) => (client, name) => {
      const form = new URLSearchParams({ SAMLRequest: Buffer.from('<x/>').toString('base64') });
      return client.post(`/login/saml/${path.slice(5)}/globex/${name}`, form);
    });
    expect(await differences({ ...asks, ...posted })).toEqual([]);
  });
});

describe('S9 35.18 OpenID Connect tells an application nothing about the users, clients and tokens of another tenant', () => {
  test('at its pages, about a user whom a request names', async () => {
    const { clientId } = (await root.get('get-application', { id: 'admin/app-globex' })).body.data;
    const request = {
      ...{ client_id: clientId, redirect_uri: service, response_type: 'code', scope: 'openid', state: 's' },
      ...{ code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM', code_challenge_method: 'S256' },
    };
    const asks = each(['login', 'none'], (prompt) => (client, name) => {
      return client.get('/login/oauth/authorize', { ...request, prompt, login_hint: `acme/${name}` });
    });
    const device: Ask = (client, name) => client.get('/login/oauth/device', { user_code: name });
    expect(await differences({ ...asks, device })).toEqual([]);
  });

  test('at its endpoints for programs, about a client id with a wrong secret', async () => {
    const post = (path: string, more: Record<string, string>): Ask => {
      return (client, name) =>
        client.post(path, new URLSearchParams({ client_id: name, client_secret: 'wrong', ...more }));
    };
    const asks = {
      token: post('login/oauth/access_token', { grant_type: 'client_credentials' }),
      refresh: post('login/oauth/refresh_token', { grant_type: 'refresh_token', refresh_token: 'x' }),
      introspect: post('login/oauth/introspect', { token: 'x' }),
      revoke: post('login/oauth/revoke', { token: 'x' }),
    };
    const madeUp = 'x'.repeat(unseen.clientId.length);
    // Client ids are public, so after five wrong secrets an answer may say that this client has to wait.
    expect(await differences(asks, [unseen.clientId, madeUp], [['a stranger', app.anonymous]])).toEqual([]);
  });

  test('at introspection and revocation, about a token', async () => {
    const { clientId: client_id, clientSecret: client_secret } = unseen;
    const grant = new URLSearchParams({ grant_type: 'client_credentials', client_id, client_secret });
    const issued = JSON.parse((await app.anonymous.post('login/oauth/access_token', grant)).text)
      .access_token as string;
    const [head = '', body = '', signature = ''] = issued.split('.');
    const madeUp = [head, body, signature.replaceAll(/\w/g, 'A')].join('.');
    const asks = each(
      ['introspect', 'revoke'],
      (path) => (_, token) => globex.application.post(`login/oauth/${path}`, new URLSearchParams({ token })),
    );
    expect(await differences(asks, [issued, madeUp])).toEqual([]);
    // The token is good, and nobody has revoked it.
    const own = new URLSearchParams({ token: issued, client_id, client_secret });
    expect(JSON.parse((await app.anonymous.post('login/oauth/introspect', own)).text)).toMatchObject({ active: true });
  });
});
