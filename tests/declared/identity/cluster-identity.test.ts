import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { anyCluster } from '../../crds/cluster.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../../operator/world/cluster-world.ts';
import { createOperator } from '../operator.ts';

const namespace = 'declared-identity';
const subject = `system:serviceaccount:${namespace}:operator`;

let cluster: Awaited<ReturnType<typeof anyCluster>>;
let app: TestApp;
let credentials: string;
let settings: Record<string, string>;
let reviews: string;
let kubectl: (...args: string[]) => Promise<string>;

beforeAll(async () => {
  cluster = await anyCluster();
  kubectl = async (...args) => {
    const { stdout, stderr, code } = await cluster.kubectl(args);
    if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
    return stdout.trim();
  };
  await kubectl('create', 'namespace', namespace);
  for (const name of ['api', 'operator', 'other']) await kubectl('create', 'serviceaccount', name, '-n', namespace);

  const config = new KubeConfig();
  config.loadFromFile(cluster.kubeconfig);
  const server = config.getCurrentCluster();
  credentials = await mkdtemp(join(tmpdir(), 'doorwright-credentials-'));
  // The files that a kubelet puts into the pod of the api. Its token may read little but the keys.
  const own = await kubectl('create', 'token', 'api', '-n', namespace);
  const mayAsk = ['--verb=create', '--resource=tokenreviews.authentication.k8s.io'];
  await kubectl('create', 'clusterrole', namespace, ...mayAsk);
  await kubectl(
    'create',
    'clusterrolebinding',
    namespace,
    '--clusterrole',
    namespace,
    `--serviceaccount=${namespace}:api`,
  );
  await writeFile(join(credentials, 'token'), `${own}\n`);
  await writeFile(join(credentials, 'ca.crt'), Buffer.from(String(server?.caData), 'base64'));
  reviews = `${server?.server}/apis/authentication.k8s.io/v1/tokenreviews`;
  settings = {
    DOORWRIGHT_OPERATOR_SUBJECTS: subject,
    DOORWRIGHT_CLUSTER_ISSUER: String(decodeJwt(own).iss),
    DOORWRIGHT_CLUSTER_JWKS: `${server?.server}/openid/v1/jwks`,
    DOORWRIGHT_CLUSTER_CREDENTIALS: credentials,
  };
  app = await startApp({ settings });
}, clusterHookTimeout);

afterAll(async () => {
  await app?.stop();
  await rm(credentials, { recursive: true, force: true });
  await kubectl?.('delete', 'namespace', namespace, '--wait=false');
  await kubectl?.('delete', 'clusterrole,clusterrolebinding', namespace);
  await cluster?.stop();
});

const token = (account: string, audience: string, ...bound: string[]) =>
  kubectl('create', 'token', account, '-n', namespace, '--audience', audience, '--duration', '10m', ...bound);

const status = async (bearer: string) => (await createOperator(app.url, bearer).get('application')).status;

test('a token that a real cluster projects for our audience authenticates the operator', async () => {
  const operator = createOperator(app.url, await token('operator', 'doorwright'));
  const made = await operator.put('organization/admin/acme', { uid: 'u-acme', fields: { displayName: 'Acme' } });
  expect(made.body.outcome).toBe('created');
  expect(await app.db('records').where({ user: `operator/${subject}` })).toHaveLength(1);
});

test('S54 with token reviews, a token is refused as soon as its pod or ServiceAccount is gone', async () => {
  const reviewing = await startApp({ settings: { ...settings, DOORWRIGHT_CLUSTER_TOKEN_REVIEW: reviews } });
  try {
    const seen = async (bearer: string) => (await createOperator(reviewing.url, bearer).get('application')).status;
    const name = `doomed-${randomUUID().slice(0, 8)}`;
    await kubectl('create', 'secret', 'generic', name, '-n', namespace);
    const bound = await token('operator', 'doorwright', '--bound-object-kind', 'Secret', '--bound-object-name', name);
    const other = await token('operator', 'doorwright');
    expect([await seen(bound), await seen(other)]).toEqual([200, 200]);
    expect(await seen(await token('operator', 'https://kubernetes.default.svc'))).toBe(401);
    expect(await seen(await token('other', 'doorwright'))).toBe(401);
    await kubectl('delete', 'secret', name, '-n', namespace);
    // By its signature it is still valid. The cluster, asked again within five seconds, refuses it.
    expect(await status(bound)).toBe(200);
    await eventually(async () => (await seen(bound)) === 401);
    expect(await seen(other)).toBe(200);
  } finally {
    await reviewing.stop();
  }
});

test('S54 a cluster that refuses token reviews to the api grants nothing', async () => {
  const denied = await startApp({ settings: { ...settings, DOORWRIGHT_CLUSTER_TOKEN_REVIEW: `${reviews}/nowhere` } });
  try {
    const bearer = await token('operator', 'doorwright');
    expect((await createOperator(denied.url, bearer).get('application')).status).toBe(500);
  } finally {
    await denied.stop();
  }
});

test('S54 a token of another account or for another audience is refused', async () => {
  expect(await status(await token('other', 'doorwright'))).toBe(401);
  expect(await status(await token('operator', 'https://kubernetes.default.svc'))).toBe(401);
});
