import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApp, type TestApp } from '../harness/app.ts';
import { clusterHookTimeout } from '../harness/cluster.ts';
import { sharedCluster } from '../harness/cluster-shared.ts';
import { createOperator } from './operator.ts';

const namespace = 'declared-identity';
const subject = `system:serviceaccount:${namespace}:operator`;

let app: TestApp;
let credentials: string;
let kubectl: (...args: string[]) => Promise<string>;

beforeAll(async () => {
  const cluster = await sharedCluster();
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
  // What a kubelet puts into the pod of the api: its own token, with which it may read the keys and little else.
  const own = await kubectl('create', 'token', 'api', '-n', namespace);
  await writeFile(join(credentials, 'token'), `${own}\n`);
  await writeFile(join(credentials, 'ca.crt'), Buffer.from(String(server?.caData), 'base64'));
  app = await startApp({
    settings: {
      DOORWRIGHT_OPERATOR_SUBJECTS: subject,
      DOORWRIGHT_CLUSTER_ISSUER: String(decodeJwt(own).iss),
      DOORWRIGHT_CLUSTER_JWKS: `${server?.server}/openid/v1/jwks`,
      DOORWRIGHT_CLUSTER_CREDENTIALS: credentials,
    },
  });
}, clusterHookTimeout);

afterAll(async () => {
  await app?.stop();
  await rm(credentials, { recursive: true, force: true });
  await kubectl?.('delete', 'namespace', namespace, '--wait=false');
});

const token = (account: string, audience: string) =>
  kubectl('create', 'token', account, '-n', namespace, '--audience', audience, '--duration', '10m');

const status = async (bearer: string) => (await createOperator(app.url, bearer).get('application')).status;

test('a token that a real cluster projects for us is the operator', async () => {
  const operator = createOperator(app.url, await token('operator', 'doorwright'));
  const made = await operator.put('organization/admin/acme', { uid: 'u-acme', fields: { displayName: 'Acme' } });
  expect(made.body.outcome).toBe('created');
  expect(await app.db('records').where({ user: `operator/${subject}` })).toHaveLength(1);
});

test('S54 one of another account, and one for another audience, is refused', async () => {
  expect(await status(await token('other', 'doorwright'))).toBe(401);
  expect(await status(await token('operator', 'https://kubernetes.default.svc'))).toBe(401);
});
