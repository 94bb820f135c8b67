import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../../crds/cluster.ts';
import { base, buildBase } from './base.ts';
import { Buildah, type Built } from './buildah.ts';
import { command } from './command.ts';
import { serviceOf } from './docker.ts';
import { linesOf } from './files.ts';
import { type Installed, install, tenants } from './installed.ts';
import { startLoad } from './load.ts';
import { addUser, administrator, type ConnectionSecret, signIn } from './sign-in.ts';
import { healthy, openSmall } from './small.ts';
import { engine, ensureTools } from './tools.ts';
import { secretData } from './volumes.ts';

// The image is built from the working tree. runc runs it as the output of `helm template` says, and a part of this test is the kubelet.
let buildah: Buildah;
let first: Built;
let second: Built;
let installed: Installed;
let shop: ConnectionSecret;
/** The files of both builds. */
let lines: string[][];
const figures: Record<string, string> = {};

const build = (version: string) =>
  buildah.build(`localhost/doorwright:${version}`, '.', [
    '--build-arg',
    `NODE_IMAGE=${base}`,
    '--build-arg',
    `VERSION=${version}`,
  ]);

beforeAll(async () => {
  ensureTools(engine);
  buildah = new Buildah();
  await buildBase(buildah);
  const began = performance.now();
  await build('0.1.0');
  figures.build = `${Math.round((performance.now() - began) / 1000)} s`;
  await build('0.1.1');
  [first, second] = [
    await buildah.look('localhost/doorwright:0.1.0'),
    await buildah.look('localhost/doorwright:0.1.1'),
  ];
  // Before runc makes folders in them, on which it mounts.
  lines = await Promise.all([first, second].map((each) => linesOf(each.files, './app/.compiled')));
  installed = await install(buildah.folder);
  await startAll();
  shop = await declareShop();
}, 1_800_000);

afterAll(async () => {
  console.log('The image:', figures);
  await installed?.stop();
  await buildah?.remove();
}, 120_000);

const kubectl = (...args: string[]) => succeed(installed.cluster, args);
const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MiB`;

/** All replicas that the chart wants. */
async function startAll(): Promise<void> {
  for (const component of ['api', 'operator'] as const) {
    while (installed[component].length < installed.replicas(component)) {
      const began = performance.now();
      await installed.start(component, first);
      figures[`${component} ${installed[component].length} ready`] =
        `${((performance.now() - began) / 1000).toFixed(1)} s`;
    }
  }
}

const redirect = 'http://localhost:9000/callback';

/** An application of the organization acme, with the user alice. */
async function declareShop(): Promise<ConnectionSecret> {
  const a = (kind: string, name: string, spec: object) => ({
    apiVersion: 'doorwright.dev/v1alpha1',
    kind,
    metadata: { name, namespace: 'acme' },
    spec,
  });
  const declared = [
    a('Organization', 'acme', { displayName: 'Acme' }),
    a('Application', 'shop', {
      organizationRef: { name: 'acme' },
      generate: true,
      redirectUris: [redirect],
      grantTypes: ['authorization_code', 'client_credentials'],
    }),
  ];
  await succeed(installed.cluster, ['apply', '-f', '-'], declared.map((each) => JSON.stringify(each)).join('\n---\n'));
  await kubectl('wait', '--for=condition=Ready', '-n', 'acme', 'application.doorwright.dev/shop', '--timeout=90s');
  const own = await secretData({ ...installed, namespace: 'identity' }, 'iam-doorwright-first-start');
  await addUser(await administrator(installed.url, own['admin-password'] ?? ''), 'acme', 'alice');
  return (await secretData({ ...installed, namespace: 'acme' }, 'shop-oidc')) as unknown as ConnectionSecret;
}

test('the image is at most 220 MB above its base', async () => {
  const parts = (await command('du', ['--max-depth=1', '--block-size=1M', join(first.files, 'app')]))
    .trim()
    .split('\n');
  const sizes = parts.map((line) => line.split('\t') as [string, string]);
  figures['MB above the base'] = sizes.map(([size, path]) => `${basename(path)} ${size}`).join(', ');
  expect(Number(sizes.at(-1)?.[0])).toBeLessThanOrEqual(220);
});

test('two builds of one tree have the same files, and the same configuration but the version', () => {
  const [one = new Set(), other = new Set()] = lines.map((each) => new Set(each));
  expect([...one].filter((line) => !other.has(line))).toEqual([]);
  expect([...other].filter((line) => !one.has(line))).toEqual([]);
  // Buildah writes the name of a container into an image.
  const comparable = ({ Labels, ...config }: Built['config']) => ({ ...config, Hostname: undefined });
  expect(comparable(first.config)).toEqual(comparable(second.config));
  const labels = [first, second].map(({ config }) => config.Labels['org.opencontainers.image.version']);
  expect(labels).toEqual(['0.1.0', '0.1.1']);
});

test('the processes of the pods are user 1000, have no capability, cannot get any, and write to their volumes only', async () => {
  const script = `
    const { readFileSync, writeFileSync } = require('node:fs');
    const status = readFileSync('/proc/1/status', 'utf8');
    const field = (name) => status.match(new RegExp(name + ':\\\\s+(\\\\S+)'))[1];
    const tried = (path) => { try { writeFileSync(path, ''); return 'written'; } catch (error) { return error.code; } };
    console.log(JSON.stringify([field('Uid'), field('CapEff'), field('CapBnd'), field('NoNewPrivs'), ['/app/x', '/etc/x', '/tmp/x'].map(tried)]));`;
  for (const pod of [...installed.api, ...installed.operator]) {
    const none = '0000000000000000';
    const said = JSON.parse(await pod.container.exec(['node', '-e', script]));
    expect(said).toEqual(['1000', none, none, '1', ['EROFS', 'EROFS', 'written']]);
  }
});

test('`kubectl apply` of the examples makes all of them Ready', async () => {
  await kubectl('apply', '-f', 'crds/examples');
  for (const each of tenants.slice(0, 2)) {
    const kinds = (await kubectl('get', 'doorwright', '-n', each, '-o', 'name')).trim().split('\n');
    await kubectl('wait', '--for=condition=Ready', '-n', each, ...kinds, '--timeout=120s');
  }
}, 240_000);

test('a user signs in with openid-client at an application that is declared in the cluster', async () => {
  const { tokens, person } = await signIn(shop, redirect, 'acme', 'alice');
  expect(tokens.claims()).toMatchObject({ iss: installed.url, aud: shop.OIDC_CLIENT_ID });
  expect(person.name).toBe('Alice Liddell');
}, 120_000);

/** A request whose body is sent only after something else. */
function slowRequest(socketPath: string) {
  const body = JSON.stringify({ type: 'login' });
  const call = request({
    socketPath,
    path: '/api/login',
    method: 'POST',
    headers: { 'content-type': 'application/json', 'content-length': body.length },
  });
  const answered = new Promise<number>((resolve, reject) => {
    call.once('response', (answer) => resolve(answer.resume().statusCode ?? 0)).once('error', reject);
  });
  call.write(body.slice(0, 4));
  return { answered, finish: () => void call.end(body.slice(4)) };
}

test('at SIGTERM the api answers a request that it had begun, ends with 0, and leaves the work to the other replica', async () => {
  const [pod] = installed.api as [Installed['api'][number]];
  figures['memory of the api'] = mebibytes(pod.container.memory());
  figures['memory of the operator'] = mebibytes(installed.operator[0]?.container.memory() ?? 0);
  const slow = slowRequest(pod.socketOf(8000));
  const ending = pod.terminate();
  await expect.poll(() => pod.container.output()).toContain('Stopping');
  slow.finish();
  expect(await slow.answered).toBeLessThan(500);
  const { code, ms } = await ending;
  figures['end of the api with a request'] = `${Math.round(ms)} ms`;
  expect(code).toBe(0);
  installed.api.shift();
  await installed.start('api', first);
}, 120_000);

test('compose.yaml starts the api and an operator that declares the example company', async () => {
  const small = await openSmall(join(buildah.folder, 'compose'), first);
  try {
    const { api, operator } = small.services;
    const server = await small.start('compose-api', api);
    await healthy(server, first);
    const declaring = await small.start('compose-operator', operator);
    const admin = await administrator(small.url, api.environment.DOORWRIGHT_ADMIN_PASSWORD ?? '');
    const names = async () =>
      (await admin.get('get-organizations?owner=admin')).body.data.map(({ name }: { name: string }) => name);
    await expect.poll(names, { timeout: 60_000 }).toContain('rivermill');
    await Promise.all([declaring, server].map((each) => each.signal('TERM')));
    expect(await Promise.all([declaring.ended, server.ended])).toEqual([0, 0]);
  } finally {
    await small.stop();
  }
}, 240_000);

test('`docker run` of the README starts the api alone', async () => {
  const small = await openSmall(join(buildah.folder, 'docker-run'), first);
  try {
    const [line = ''] = /^docker run (?:.*\\\n)*.*/m.exec(readFileSync('README.md', 'utf8')) ?? [];
    const service = serviceOf(line);
    const { DOORWRIGHT_SECRET_KEY } = small.services.api.environment;
    Object.assign(service.environment, {
      DATABASE_URL: small.databaseUrl,
      DOORWRIGHT_ORIGIN: small.url,
      DOORWRIGHT_SECRET_KEY,
    });
    const api = await small.start('docker-run', service);
    await healthy(api, first);
    expect((await fetch(`${small.url}/readyz`)).status).toBe(200);
    await api.signal('TERM');
    expect(await api.ended).toBe(0);
  } finally {
    await small.stop();
  }
}, 240_000);

test('a second version rolls over all replicas under load: no request of 5,000 fails, and the kubelet would restart no pod', async () => {
  const { OIDC_CLIENT_ID: client_id, OIDC_CLIENT_SECRET: client_secret } = shop;
  const load = startLoad(installed.url, [
    { path: '/.well-known/openid-configuration' },
    { path: '/.well-known/jwks' },
    { path: '/api/get-app-login?id=admin/shop' },
    { path: '/login' },
    { path: '/api/login/oauth/access_token', form: { grant_type: 'client_credentials', client_id, client_secret } },
  ]);
  const began = performance.now();
  // As the chart says: one more, and only then one less.
  for (const component of ['api', 'operator'] as const) {
    for (const old of [...installed[component]]) {
      await installed.start(component, second);
      const { code, ms } = await old.terminate();
      figures[`end of the ${component}`] = `${Math.round(ms)} ms`;
      expect(code).toBe(0);
      installed[component].splice(installed[component].indexOf(old), 1);
    }
  }
  figures.rollout = `${Math.round((performance.now() - began) / 1000)} s, ${load.answered()} requests meanwhile`;
  await load.stopAfter(5000);
  figures['requests of the rollout'] = `${load.answered()} answered, ${load.failed.length} failed`;
  expect(load.failed).toEqual([]);
  expect([...installed.api, ...installed.operator].flatMap(({ failures }) => failures)).toEqual([]);
  expect(load.answered()).toBeGreaterThanOrEqual(5000);
}, 400_000);
