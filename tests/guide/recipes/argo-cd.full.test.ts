import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { type Running, run } from '../../harness/run-program.ts';
import { createBrowser } from './world/browser.ts';
import { goProgram, goSource } from './world/go-program.ts';
import { needs } from './world/needs.ts';
import { fileOf, type RecipeWorld, startRecipe } from './world/world.ts';

let world: RecipeWorld;
let cluster: Cluster;
let redis: Running;
let argo: Running;
let site: string;

const secret = (name: string, stringData: Record<string, string>) =>
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Secret', stringData },
    metadata: { name, namespace: 'argocd', labels: { 'app.kubernetes.io/part-of': 'argocd' } },
  });

beforeAll(async () => {
  needs({ 'redis-server': '/usr/bin/redis-server' });
  const [binary, source] = [await goProgram('argo-cd'), await goSource('argo-cd')];
  const [port, redisPort, metricsPort] = [await freePort(), await freePort(), await freePort()];
  site = `http://127.0.0.1:${port}`;
  world = await startRecipe('argo-cd.yaml', [['https://argocd.example.com', site]]);
  const { clientId, clientSecret } = world.connection('argo-cd', 'argocd');
  cluster = await startCluster({ controllerManager: false });
  const apply = async (manifest: string) => {
    const { code, stderr } = await cluster.kubectl(['apply', '--server-side', '-f', '-'], manifest);
    expect(code, stderr).toBe(0);
  };
  await cluster.kubectl(['create', 'namespace', 'argocd']);
  for (const kind of ['application', 'applicationset', 'appproject']) {
    const file = join(source, 'manifests', 'crds', `${kind}-crd.yaml`);
    expect(existsSync(file)).toBe(true);
    await cluster.kubectl(['apply', '--server-side', '-f', file]);
  }
  await apply(secret('argocd-secret', { 'server.secretkey': randomBytes(32).toString('base64') }));
  // As the operator writes it in a cluster.
  await apply(secret('argo-cd-oidc', { OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret }));
  await apply(
    fileOf('argo-cd-config.yaml', [
      ['https://argocd.example.com', site],
      ['https://id.example.com', world.app.url],
    ]),
  );
  const redisArgs = ['--bind', '127.0.0.1', '--port', `${redisPort}`, '--save', '', '--dir', world.folder];
  redis = await run('/usr/bin/redis-server', redisArgs, { port: redisPort });
  argo = await run(
    binary,
    [
      ...['--insecure', '--address', '127.0.0.1', '--port', `${port}`, '--metrics-port', `${metricsPort}`],
      ...['--kubeconfig', cluster.kubeconfig, '--namespace', 'argocd', '--redis', `127.0.0.1:${redisPort}`],
      ...['--staticassets', world.folder, '--loglevel', 'warn'],
    ],
    `${site}/healthz`,
    { environment: { ARGOCD_BINARY_NAME: 'argocd-server', HOME: world.folder }, withinMs: 120_000 },
  );
}, clusterHookTimeout);
afterAll(async () => {
  await argo?.stop();
  await redis?.stop();
  await cluster?.stop();
  await world?.stop();
});

async function signedIn(person: string) {
  const browser = createBrowser(world, person);
  const { text } = await browser.open(`${site}/auth/login`);
  const ask = async (path: string) => (await browser.at(site).get(`/api/v1/${path}`)).body as unknown;
  return {
    text,
    who: () => ask('session/userinfo'),
    may: async (action: string) => ((await ask(`account/can-i/${action}`)) as { value?: string }).value,
  };
}

test('Argo CD knows a person by their email and their groups', async () => {
  const { who, text } = await signedIn('alice');
  expect(await who(), text.slice(0, 500) + argo.output().slice(-2000)).toMatchObject({
    ...{ loggedIn: true, username: 'alice@acme.example' },
    groups: ['admins'],
  });
});

test('a group of Doorwright decides what a person may do in Argo CD', async () => {
  const [alice, bob, carol] = [await signedIn('alice'), await signedIn('bob'), await signedIn('carol')];
  expect(await alice.may('applications/delete/default/shop')).toBe('yes');
  expect(await bob.may('applications/sync/default/shop')).toBe('yes');
  expect(await bob.may('applications/delete/default/shop')).toBe('no');
  expect(await carol.may('applications/get/default/shop')).toBe('no');
});
