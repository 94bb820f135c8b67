import { randomUUID } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { keptCluster } from '../crds/cluster.ts';
import { type Cluster, clusterHookTimeout, startCluster } from '../harness/cluster/cluster.ts';
import { builtVersion, published } from '../harness/control-plane/programs.ts';

let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster({ auditLog: true });
}, clusterHookTimeout);

afterAll(() => cluster?.stop());

const doors = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'doors.harness.doorwright.dev' },
  spec: {
    group: 'harness.doorwright.dev',
    scope: 'Namespaced',
    names: { kind: 'Door', plural: 'doors', singular: 'door' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                description: 'What a door is like.',
                properties: { width: { type: 'integer' }, height: { type: 'integer' } },
                'x-kubernetes-validations': [
                  { rule: 'self.height > self.width', message: 'a door is higher than wide' },
                ],
              },
            },
          },
        },
      },
    ],
  },
};

const door = (name: string, width: number, height: number) =>
  JSON.stringify({
    apiVersion: 'harness.doorwright.dev/v1',
    kind: 'Door',
    metadata: { name },
    spec: { width, height },
  });

async function succeed(args: string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args, stdin);
  expect(code, stderr).toBe(0);
  return stdout;
}

test('the server reports its version of Kubernetes', async () => {
  const version = JSON.parse(await succeed(['version', '-o', 'json']));
  expect(version.serverVersion).toMatchObject({ major: '1', minor: '36' });
  // The programs are fetched or built.
  expect([published.newest, builtVersion('kube-apiserver')]).toContain(version.serverVersion.gitVersion);
});

test('a custom resource is explained, stored, and refused if it breaks a rule', async () => {
  await succeed(['apply', '-f', '-'], JSON.stringify(doors));
  await succeed(['wait', '--for=condition=Established', 'crd/doors.harness.doorwright.dev', '--timeout=90s']);
  // The condition Established comes a moment before the schema.
  const explanation = async () => (await cluster.kubectl(['explain', 'doors.spec'])).stdout;
  await expect.poll(explanation, { timeout: 20_000 }).toContain('What a door is like.');

  await succeed(['apply', '-f', '-'], door('front', 90, 210));
  const refused = await cluster.kubectl(['apply', '-f', '-'], door('squat', 210, 90));
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain('a door is higher than wide');
});

test('a service account token for our audience is reviewed as that account, and refused for another audience', async () => {
  await succeed(['create', 'serviceaccount', 'operator']);
  const token = (await succeed(['create', 'token', 'operator', '--audience=doorwright'])).trim();
  const review = async (audience: string) => {
    const request = {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenReview',
      spec: { token, audiences: [audience] },
    };
    return JSON.parse(await succeed(['create', '-o', 'json', '-f', '-'], JSON.stringify(request))).status;
  };
  expect(await review('doorwright')).toMatchObject({
    authenticated: true,
    audiences: ['doorwright'],
    user: { username: 'system:serviceaccount:default:operator' },
  });
  expect((await review('someone-else')).authenticated).toBeUndefined();
});

test('the issuer publishes the keys of its service account tokens', async () => {
  const discovery = JSON.parse(await succeed(['get', '--raw', '/.well-known/openid-configuration']));
  expect(discovery).toMatchObject({ issuer: cluster.url, jwks_uri: `${cluster.url}/openid/v1/jwks` });
  const { keys } = JSON.parse(await succeed(['get', '--raw', '/openid/v1/jwks']));
  expect(keys).toEqual([expect.objectContaining({ kty: 'RSA', alg: 'RS256' })]);
});

test('a list can be streamed, and ends with a bookmark', async () => {
  const query = 'watch=true&sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
  const events = await succeed(['get', '--raw', `/api/v1/namespaces?${query}&timeoutSeconds=1`]);
  const last = JSON.parse(events.trim().split('\n').at(-1) ?? '');
  expect(last.type).toBe('BOOKMARK');
  expect(last.object.metadata.annotations).toEqual({ 'k8s.io/initial-events-end': 'true' });
});

test('a service account has only the permissions of its roles', async () => {
  const answer = await cluster.kubectl([
    'auth',
    'can-i',
    'list',
    'secrets',
    '--as=system:serviceaccount:default:default',
  ]);
  expect(answer).toMatchObject({ code: 1, stdout: 'no\n' });
});

test('a deleted namespace disappears with its contents', async () => {
  await succeed(['create', 'namespace', 'short-lived']);
  await succeed(['create', 'configmap', 'inside', '-n', 'short-lived', '--from-literal=a=b']);
  await succeed(['delete', 'namespace', 'short-lived', '--timeout=90s']);
  const gone = await cluster.kubectl(['get', 'configmaps', '-n', 'short-lived', '-o', 'name']);
  expect(gone.stdout).toBe('');
});

test('objects survive a killed API server', async () => {
  await succeed(['create', 'configmap', 'kept', '--from-literal=a=b']);
  const before = cluster.pids().apiserver;
  await cluster.restartApiServer();
  expect(cluster.pids().apiserver).not.toBe(before);
  expect(await succeed(['get', 'configmap', 'kept', '-o', 'jsonpath={.data.a}'])).toBe('b');
});

test('every request is in the audit log with its author', async () => {
  const name = `seen-${randomUUID()}`;
  await succeed(['create', 'configmap', name]);
  await expect
    .poll(() => cluster.auditEvents().filter((event) => event.verb === 'create' && event.objectRef?.name === name))
    .toEqual([expect.objectContaining({ user: expect.objectContaining({ username: 'admin' }) })]);
});

test('the files of a worker have one cluster, one after another, and find nothing of those before', {
  timeout: clusterHookTimeout,
}, async () => {
  const state = async ({ kubectl }: Cluster) => {
    const { stdout } = await kubectl(['get', 'crd,namespaces,configmaps,clusterroles', '-A', '-o', 'json']);
    const { items } = JSON.parse(stdout) as { items: { kind: string; metadata: { name: string; labels?: object } }[] };
    return items.map(({ kind, metadata: { name, labels } }) => ({ kind, name, labels }));
  };
  const one = await keptCluster();
  const before = await state(one);
  for (const change of [
    ['create', 'namespace', 'new'],
    ['create', 'configmap', 'new', '-n', 'new'],
    ['label', 'namespace', 'default', 'changed=yes'],
    ['delete', 'clusterrole', 'view'],
  ])
    expect(await one.kubectl(change)).toMatchObject({ code: 0 });
  await one.stop();
  const next = await keptCluster();
  expect(next.kubeconfig).toBe(one.kubeconfig);
  await expect.poll(() => state(next)).toEqual(before);

  const atOnce = await keptCluster();
  expect(atOnce.kubeconfig).not.toBe(next.kubeconfig);
  for (const each of [next, atOnce]) await each.stop();
});

test('a stopped cluster leaves no process and no file', { timeout: 60_000 }, async () => {
  const brief = await startCluster({ controllerManager: false });
  const pids = brief.pids();
  await brief.stop();
  expect(() => readdirSync(dirname(brief.kubeconfig))).toThrow('ENOENT');
  for (const pid of [pids.etcd, pids.apiserver]) expect(() => process.kill(pid ?? 0, 0)).toThrow('ESRCH');
});
