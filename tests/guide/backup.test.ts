import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { basic, type Client, createClient } from '../harness/client.ts';
import { freePort } from '../harness/cluster/ports.ts';
import { type DebianPostgres, startDebianPostgres } from '../harness/database/debian-postgres.ts';
import { adminPassword } from '../harness/database/template.ts';
import { type ApiProcess, startProcess } from '../harness/process.ts';
import { add } from '../harness/world.ts';
import { doorwrightHere } from '../operator/command/command.ts';
import { eventually } from '../operator/world/cluster-world.ts';
import { type OperatorProcess, startOperator } from '../operator/world/declared-world.ts';
import { type Credentials, credentialsIn, signIn } from '../operator/world/sign-in-of-clients.ts';
import { fencesOf } from './world/pages.ts';

const run = promisify(execFile);
/** The commands of a section, without those of a cluster. */
const commandsIn = (section: string) =>
  fencesOf('platform/backup-and-restore.md', section)
    .filter(({ language, code }) => language === 'sh' && !/^kubectl /.test(code))
    .map(({ code }) => code)
    .join('\n');

const dir = mkdtempSync(join(tmpdir(), 'doorwright-backup-'));
const folder = (name: string) => {
  mkdirSync(join(dir, name), { recursive: true });
  return join(dir, name);
};
const manifests = folder('manifests');
const backup = folder('backup');
const alicePassword = 'correct-horse-battery';

writeFileSync(
  join(manifests, 'acme.yaml'),
  [
    { kind: 'Organization', metadata: { name: 'acme' }, spec: { displayName: 'Acme' } },
    { kind: 'Cert', metadata: { name: 'signing' }, spec: { cryptoAlgorithm: 'ES256' } },
    {
      kind: 'Application',
      metadata: { name: 'shop' },
      spec: {
        organizationRef: { name: 'acme' },
        certRef: { name: 'signing' },
        generate: true,
        grantTypes: ['authorization_code', 'refresh_token', 'password', 'client_credentials'],
        redirectUris: ['https://shop.example.com/callback'],
        enablePassword: true,
      },
    },
  ]
    .map((each) =>
      JSON.stringify({
        apiVersion: 'doorwright.dev/v1alpha1',
        ...each,
        metadata: { ...each.metadata, namespace: 'acme' },
      }),
    )
    .join('\n---\n'),
);

interface Installation {
  url: string;
  environment: { DATABASE_URL: string; DOORWRIGHT_DATA_DIR: string };
  api: ApiProcess;
  operator: OperatorProcess;
}

let postgres: DebianPostgres;
let port: number;
let installation: Installation;

/** An api and an operator on a folder, on this database and with this data folder. The origin stays the same. */
async function start(database: string, data: string): Promise<Installation> {
  const environment = { DATABASE_URL: ownUrlOf(database), DOORWRIGHT_DATA_DIR: data };
  const url = `http://localhost:${port}`;
  const own = { PORT: String(port), DOORWRIGHT_MANIFESTS: manifests, DOORWRIGHT_ADMIN_PASSWORD: adminPassword };
  const api = await startProcess(environment.DATABASE_URL, { ...environment, ...own });
  const operator = await startOperator({
    DOORWRIGHT_API_URL: url,
    DOORWRIGHT_DATA_DIR: data,
    DOORWRIGHT_MANIFESTS: manifests,
  });
  return { url, environment, api, operator };
}

async function stop({ api, operator }: Installation): Promise<void> {
  await operator.stop();
  await api.kill('SIGTERM');
}

const ownUrlOf = (database: string) => postgres.urlOf(database).replace('postgres@', 'doorwright:choose-one@');
const sql = (text: string) =>
  run(join(postgres.bin, 'psql'), ['-v', 'ON_ERROR_STOP=1', postgres.urlOf('postgres'), '-c', text]);

/** Runs commands of the page in the folder of the backup, as a person does. */
async function follow(commands: string, environment: Installation['environment']): Promise<void> {
  const PATH = `${postgres.bin}:${process.env.PATH}`;
  await run('bash', ['-euc', commands], { cwd: backup, env: { PATH, ...environment } });
}

async function browser(name: string, password: string, organization: string): Promise<Client> {
  const client = createClient(installation.url);
  const asked = { type: 'login', application: 'app-built-in', organization, username: name, password };
  expect((await client.post('login', asked)).body).toMatchObject({ status: 'ok' });
  return client;
}

const token = async (client: Credentials, body: Record<string, string>) => {
  const answer = await fetch(`${installation.url}/api/login/oauth/access_token`, {
    method: 'POST',
    headers: basic(client.clientId, client.clientSecret),
    body: new URLSearchParams(body),
  });
  const said = (await answer.json()) as { access_token: string; refresh_token: string };
  expect(said).toMatchObject({ access_token: expect.any(String) });
  return said;
};

const userinfo = async (access: string) => {
  const answer = await fetch(`${installation.url}/api/userinfo`, { headers: { Authorization: `Bearer ${access}` } });
  return (await answer.json()) as { preferred_username?: string };
};

const keys = async () => (await (await fetch(`${installation.url}/.well-known/jwks`)).json()) as object;

const secretIn = (data: string) => {
  const { data: values } = parse(readFileSync(join(data, 'secrets', 'acme', 'shop-oidc.yaml'), 'utf8')) as {
    data: Record<string, string>;
  };
  return Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, Buffer.from(value, 'base64').toString()]),
  );
};

const status = () =>
  doorwrightHere(['status', '-o', 'json'], {
    DOORWRIGHT_API_URL: installation.url,
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(installation.environment.DOORWRIGHT_DATA_DIR, 'operator-token'),
  });

const allReady = () =>
  eventually(async () => {
    const { code, stdout } = await status();
    return code === 0 && stdout.includes('shop');
  });

beforeAll(async () => {
  postgres = await startDebianPostgres();
  port = await freePort();
});
afterAll(async () => {
  if (installation) await stop(installation);
  await postgres?.stop();
  rmSync(dir, { recursive: true });
});

test('after a restore by the commands of the guide, people sign in, applications go on, and declared objects need no change', async () => {
  const [before, after] = [folder('before'), join(dir, 'after')];
  // The role and the database of the page about Postgres.
  const [made] = fencesOf('platform/postgres.md', '1. Create role and database');
  for (const each of made?.code.trim().split('\n') ?? []) await sql(each);
  installation = await start('doorwright', before);
  await allReady();

  const root = await browser('admin', adminPassword, 'built-in');
  await add(root, 'user', { owner: 'acme', name: 'alice', displayName: 'Alice', password: alicePassword });
  await add(root, 'application', { name: 'desk', organization: 'acme', grantTypes: ['client_credentials'] });
  const readDesk = async (client: Client) => (await client.get('get-application', { id: 'admin/desk' })).body.data;
  const desk = await readDesk(root);
  const shop = credentialsIn(secretIn(before));
  const tokens = await token(shop, {
    ...{ grant_type: 'password', username: 'alice', password: alicePassword },
    scope: 'openid profile offline_access',
  });
  expect(await userinfo(tokens.access_token)).toMatchObject({ preferred_username: 'alice' });
  const session = await browser('alice', alicePassword, 'acme');
  mkdirSync(join(before, 'uploads'), { recursive: true });
  writeFileSync(join(before, 'uploads', 'logo.svg'), '<svg/>');
  const objects = async (client: Client) =>
    Promise.all(
      ['organization', 'cert', 'application'].map(async (kind, at) => {
        const id = `admin/${['acme', 'signing', 'shop'][at]}`;
        return (await client.get(`get-${kind}`, { id })).body.data as object;
      }),
    );
  const [declared, published] = [await objects(root), await keys()];

  await follow(commandsIn('Back up'), installation.environment);
  // Somebody who came after the dump.
  await add(root, 'user', { owner: 'acme', name: 'late', displayName: 'Late', password: alicePassword });
  await stop(installation);

  await sql('CREATE DATABASE restored OWNER doorwright TEMPLATE template0');
  const environment = { DATABASE_URL: ownUrlOf('restored'), DOORWRIGHT_DATA_DIR: after };
  await follow(commandsIn('Restore'), environment);
  const DOORWRIGHT_SECRET_KEY = randomBytes(32).toString('base64');
  const withAnother = startProcess(environment.DATABASE_URL, { ...environment, DOORWRIGHT_SECRET_KEY });
  await expect(withAnother).rejects.toThrow('DOORWRIGHT_SECRET_KEY does not hold the key');
  installation = await start('restored', after);
  await allReady();

  const again = await browser('admin', adminPassword, 'built-in');
  await browser('alice', alicePassword, 'acme');
  const kept = createClient(installation.url);
  for (const [name, value] of session.cookies) kept.cookies.set(name, value);
  expect((await kept.get('get-account')).body).toMatchObject({ status: 'ok', name: 'alice' });

  expect(await userinfo(tokens.access_token)).toMatchObject({ preferred_username: 'alice' });
  const refreshed = await token(shop, { grant_type: 'refresh_token', refresh_token: tokens.refresh_token });
  expect(await userinfo(refreshed.access_token)).toMatchObject({ preferred_username: 'alice' });
  expect(await signIn(installation.url, shop)).toMatchObject({ status: 200 });
  expect(await readDesk(again)).toMatchObject({ clientId: desk.clientId, clientSecret: desk.clientSecret });

  expect(await keys()).toEqual(published);
  expect(secretIn(after)).toEqual(secretIn(before));
  expect(readFileSync(join(after, 'uploads', 'logo.svg'), 'utf8')).toBe('<svg/>');
  expect(await objects(again)).toEqual(declared);
  expect(installation.operator.log.filter((line) => /DriftRepaired|"level":"error"/.test(line))).toEqual([]);
  expect((await again.get('get-user', { id: 'acme/late' })).body.data).toBeFalsy();
});
