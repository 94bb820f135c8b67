import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { basic, type Client, createClient } from '../harness/client.ts';
import { add, password } from '../harness/world.ts';
import { formIn } from '../protocol/saml/world.ts';
import { asked, redirectTo, writeRequest } from '../protocol/saml/write-request.ts';
import { newKey } from '../services/saml/idp/keys.ts';
import { measure } from './measure.ts';
import { startServer } from './server.ts';

const { values: options } = parseArgs({
  allowPositionals: true,
  options: { operations: { type: 'string', default: '500' } },
});
const operations = Number(options.operations);
const callback = 'https://app.example/callback';

const server = await startServer();
const { root } = server;
/** The server of an application, which has no cookies. */
const program = createClient(server.url);
const page = (name: string) => `${server.url}/login/saml/authorize/admin/${name}`;
const pathOf = (address: string) => {
  const { pathname, search } = new URL(address, server.url);
  return pathname + search;
};

async function applicationWith(name: string, own: object = {}): Promise<Application> {
  const serviceProvider = { entityId: 'https://sp.example/metadata', acsUrls: ['https://sp.example/acs'], ...own };
  await add(root, 'application', {
    ...{ name, organization: 'acme', cert: 'cert-rs2048', redirectUris: [callback], enableSigninSession: true },
    samlServiceProviders: [serviceProvider],
    grantTypes: ['authorization_code'],
  });
  return (await root.get('get-application', { id: `admin/${name}` })).body.data;
}

/** The steps of a browser and its client: the data of the page, sign-in, exchange, userinfo. */
async function codeFlow({ clientId, clientSecret }: Application, username: string): Promise<void> {
  const browser = createClient(server.url, { Origin: server.url });
  const verifier = randomBytes(32).toString('base64url');
  const query = {
    ...{ clientId, responseType: 'code', redirectUri: callback, scope: 'openid profile', state: 'state' },
    ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
  };
  await browser.get('get-app-login', query);
  const form = { type: 'code', organization: 'acme', username, password };
  const code = String((await browser.post('login', form, { query })).body.data);
  const exchange = { grant_type: 'authorization_code', redirect_uri: callback, code_verifier: verifier, code };
  const { body } = await program.post('/api/login/oauth/access_token', new URLSearchParams(exchange), {
    headers: basic(clientId, clientSecret),
  });
  const { access_token } = body as unknown as { access_token: string };
  const info = await program.get('/api/userinfo', {}, { headers: { Authorization: `Bearer ${access_token}` } });
  if (info.status !== 200) throw new Error(info.text);
}

/** The steps of a browser: the request, the way to the page, the data of the page, sign-in. */
async function samlFlow(name: string, username: string, browser: Client): Promise<void> {
  const first = await browser.get(pathOf(redirectTo(page(name), writeRequest(asked(page(name))))));
  const going = await browser.get(pathOf(first.headers.get('location') ?? ''));
  if (going.status === 200) return void answered(going.text);
  const saml = new URL(going.headers.get('location') ?? '', server.url).searchParams.get('saml') ?? '';
  await browser.get('get-app-login', { saml });
  const form = { type: 'saml', organization: 'acme', username, password };
  const { body } = await browser.post('login', form, { query: { saml } });
  answered(String(body.data2));
}

function answered(html: string): void {
  if (!formIn(html).SAMLResponse) throw new Error(html.slice(0, 500));
}

try {
  await add(root, 'organization', { name: 'acme', displayName: 'Acme' });
  const people = Array.from({ length: 50 }, (_, index) => `person${index}`);
  for (const name of people)
    await add(root, 'user', { owner: 'acme', name, displayName: name, email: `${name}@acme.example`, password });
  await add(root, 'cert', { name: 'cert-rs2048', cryptoAlgorithm: 'RS256', bitSize: 2048 });
  const both = await applicationWith('both');
  await applicationWith('one', { signs: 'assertion' });
  await applicationWith('sealed', { encryptionCertificate: (await newKey()).certificate });
  const personOf = (index: number) => people[index % people.length] as string;
  const stranger = () => createClient(server.url, { Origin: server.url });
  const known = new Map<number, Client>();
  const visitor = async (index: number) => {
    const place = index % 16;
    const client = known.get(place) ?? stranger();
    if (!known.has(place)) await samlFlow('both', personOf(place), client);
    known.set(place, client);
    return client;
  };
  const plans: [string, (index: number) => Promise<unknown>][] = [
    ['code flow of four calls, RS256 2048', (index) => codeFlow(both, personOf(index))],
    ['SAML with a password, both signed', (index) => samlFlow('both', personOf(index), stranger())],
    ['SAML with a password, assertion signed', (index) => samlFlow('one', personOf(index), stranger())],
    ['SAML with a password, encrypted', (index) => samlFlow('sealed', personOf(index), stranger())],
    ['SAML with a session, both signed', async (index) => samlFlow('both', '', await visitor(index))],
  ];
  for (const [what, operation] of plans) {
    const { p50ms, p95ms, serverCpuMs, postgresCpuMs } = await measure(server.processes, {
      ...{ what, operations, operation, atOnce: 8, warmUp: operations },
    });
    console.log(`${what}: p50 ${p50ms} ms, p95 ${p95ms} ms, CPU ${serverCpuMs} + ${postgresCpuMs} ms`);
  }
} finally {
  await server.stop();
}
