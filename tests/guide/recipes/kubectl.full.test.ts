import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { adminPassword } from '../../harness/database/template.ts';
import { createCertificates } from '../../harness/slapd/certificates.ts';
import { password } from '../../harness/world.ts';
import { asPageAsks } from '../../protocol/world.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let cluster: Cluster;
/** TLS before the installation: an API server takes no other issuer. */
let tls: Server;
let folder: string;
let issuer: string;
const redirectUri = 'http://localhost:8000';
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'doorwright-kubectl-'));
  const { certificate, key, caText } = await createCertificates(folder);
  const port = await freePort();
  issuer = `https://localhost:${port}`;
  world = await startRecipe('kubectl.yaml', [], { DOORWRIGHT_ORIGIN: issuer });
  tls = createServer(
    { cert: readFileSync(certificate), key: readFileSync(key) },
    ({ url, headers, method }, response) => {
      const onward = request(new URL(String(url), world.app.url), { method: String(method), headers }, (answer) => {
        response.writeHead(Number(answer.statusCode), answer.headers);
        answer.pipe(response);
      });
      onward.end();
    },
  ).listen(port, '127.0.0.1');
  const { clientId } = world.connection('kubectl');
  const indented = caText.trim().replaceAll('\n', '\n        ');
  const authentication = join(folder, 'authentication.yaml');
  writeFileSync(
    authentication,
    fileOf('kubectl-authentication.yaml', [
      ['url: https://id.example.com', `url: ${issuer}\n      certificateAuthority: |\n        ${indented}`],
      ['your-client-id', clientId],
    ]),
  );
  cluster = await startCluster({
    apiServerArgs: [`--authentication-config=${authentication}`],
  });
  await cluster.kubectl(['create', 'namespace', 'shop']);
  const { code, stderr } = await cluster.kubectl(['apply', '-f', '-'], fileOf('kubectl-rights.yaml', []));
  expect(code, stderr).toBe(0);
}, clusterHookTimeout);
afterAll(async () => {
  await cluster?.stop();
  await world?.stop();
  tls?.closeAllConnections();
  tls?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** As kubelogin gets it with the arguments of kubectl-user.yaml. */
async function accessTokenOf(person: string, organization = 'acme', username = person): Promise<string> {
  const [verifier, { clientId }] = [randomBytes(32).toString('base64url'), world.connection('kubectl')];
  const asked = {
    ...{ client_id: clientId, response_type: 'code', redirect_uri: redirectUri, state: 'one', nonce: 'two' },
    ...{ scope: 'openid groups offline_access', code_challenge_method: 'S256' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
  };
  const browser = world.app.client();
  const login = { type: 'code', organization, username, password: organization === 'acme' ? password : adminPassword };
  const { body } = await browser.post('login', login, { query: asPageAsks(asked) });
  expect(body.msg, world.app.logged.at(-1)).toBeFalsy();
  const form = { grant_type: 'authorization_code', client_id: clientId, redirect_uri: redirectUri };
  const answer = await browser.post(
    '/api/login/oauth/access_token',
    new URLSearchParams({ ...form, code: String(body.data), code_verifier: verifier }),
  );
  return (answer.body as unknown as { access_token: string }).access_token;
}

const asks = async (person: string, args: readonly string[]) =>
  cluster.kubectl(['--token', await accessTokenOf(person), ...args]);

test('the API server knows a person by their login name and their groups', async () => {
  const { stdout, stderr } = await asks('alice', ['auth', 'whoami', '--output=json']);
  expect(stderr).toBe('');
  expect(JSON.parse(stdout).status.userInfo).toMatchObject({
    username: 'doorwright:alice',
    groups: ['doorwright:admins', 'system:authenticated'],
  });
});

test('a group of Doorwright decides what a person may do', async () => {
  const may = async (person: string, ...args: string[]) =>
    (await asks(person, ['auth', 'can-i', ...args])).stdout.trim();
  expect(await may('alice', 'delete', 'nodes')).toBe('yes');
  // The controller of roles fills the role edit a moment after the start.
  await expect.poll(() => may('bob', 'create', 'deployments', '--namespace=shop'), { timeout: 30_000 }).toBe('yes');
  expect(await may('bob', 'create', 'deployments', '--namespace=default')).toBe('no');
  expect(await may('carol', 'list', 'pods', '--namespace=shop')).toBe('no');
});

test('a user of the platform is refused, though they may enter the application', async () => {
  const token = await accessTokenOf('admin', 'built-in');
  const { code, stderr } = await cluster.kubectl(['--token', token, 'auth', 'whoami']);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/Unauthorized|must be logged in/);
});
