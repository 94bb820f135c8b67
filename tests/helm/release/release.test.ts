import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifest, succeed } from '../../crds/cluster.ts';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { type Cluster, clusterHookTimeout, startCluster } from '../../harness/cluster/cluster.ts';
import { ensurePrograms } from '../../harness/control-plane/build.ts';
import { combinations, helm, least, manifests, render } from '../output/chart.ts';
import { asPodOf } from './as-pod.ts';
import { nonconformities } from './conform.ts';
import { foreignDefinitions } from './foreign-definitions.ts';

const namespace = 'identity';
const secret = 'iam-doorwright-first-start';
let cluster: Cluster;

beforeAll(async () => {
  cluster = await startCluster();
  for (const file of await foreignDefinitions()) await succeed(cluster, ['apply', '--server-side', '-f', file]);
  for (const each of [namespace, 'shop']) await succeed(cluster, ['create', 'namespace', each]);
  const restricted = 'pod-security.kubernetes.io/enforce=restricted';
  await succeed(cluster, ['label', 'namespace', namespace, restricted]);
}, clusterHookTimeout);

afterAll(() => cluster?.stop());

const release = async (verb: string[], values: object = {}, chart = 'helm') => {
  const takesChart = verb[0] === 'install' || verb[0] === 'upgrade';
  const args = [...verb, ...(takesChart ? [chart] : []), '--namespace', namespace];
  return helm(args, takesChart ? { ...least, ...values } : {}, { KUBECONFIG: cluster.kubeconfig });
};

const done = { code: 0 };

async function read<T>(what: string, path: string, where = namespace): Promise<T> {
  return JSON.parse(await succeed(cluster, ['get', what, '-n', where, '-o', `jsonpath=${path}`])) as T;
}

async function until(happened: () => Promise<boolean>): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!(await happened())) {
    if (Date.now() > deadline) throw new Error('It did not happen within 20 s');
    await delay(100);
  }
}

const exists = async (what: string, where = namespace) =>
  (await cluster.kubectl(['get', what, '-n', where])).code === 0;

it.each(combinations)(
  'kubeconform and a real API server accept all rendered objects of the chart %s',
  async (_title, values) => {
    const all = await manifests(values);
    expect(await nonconformities(cluster, all)).toMatch(/ Invalid: 0, Errors: 0, Skipped: 0\n$/);
    await succeed(cluster, ['apply', '--server-side', '--dry-run=server', '-f', '-'], all);
  },
  clusterHookTimeout,
);

it('kubeconform names the place of an unknown field in a manifest', async () => {
  const misspelt = (await manifests({})).replace('maxUnavailable:', 'maxUnavailabel:');
  expect(await nonconformities(cluster, misspelt)).toContain("additional properties 'maxUnavailabel' not allowed");
});

it('the chart installs', async () => {
  expect(await release(['install', 'iam'])).toMatchObject(done);
  expect(await read('deployment/iam-doorwright-api', '{.spec.replicas}')).toBe(2);
  await until(() => exists('doorwright', 'shop').then(() => exists('organizations.doorwright.dev', 'shop')));
}, 60_000);

it('S54 a namespace with the restricted profile accepts every pod, and each has a read-only root', async () => {
  interface PodOwner {
    kind: string;
    spec: { template: { spec: { containers: object[]; initContainers?: object[] } } };
  }
  const owners = (await render({})).filter(({ kind }) => ['Deployment', 'Job'].includes(kind)) as unknown as PodOwner[];
  expect(owners).toHaveLength(3);
  const pod = (spec: object) =>
    JSON.stringify({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'tried', namespace }, spec });
  const create = ['create', '--dry-run=server', '-f', '-'];
  for (const { spec } of owners) {
    const { template } = spec;
    await succeed(cluster, create, pod(template.spec));
    for (const container of [...template.spec.containers, ...(template.spec.initContainers ?? [])]) {
      expect(container).toMatchObject({ securityContext: { readOnlyRootFilesystem: true } });
      expect(container).toMatchObject({ resources: { requests: {}, limits: { memory: expect.any(String) } } });
    }
    expect(template.spec).toMatchObject({ automountServiceAccountToken: false });
  }
  const careless = pod({ containers: [{ name: 'any', image: 'any' }] });
  expect((await cluster.kubectl(create, careless)).stderr).toContain('violates PodSecurity "restricted');
}, 60_000);

it('S53 the first pods of the api create its key and first password once, without other rights', async () => {
  const pod = await asPodOf(cluster, 'iam-doorwright-api', namespace);
  const command = ['node', 'api/process/bin/first-start.ts', secret, 'secret-key', 'admin-password'];
  const together = await Promise.all([1, 2, 3].map(() => pod.run(command)));
  expect(together.map(({ code }) => code)).toEqual([0, 0, 0]);
  expect(together.filter(({ said }) => said.includes('Made'))).toHaveLength(1);
  const made = await read<Record<string, string>>(`secret/${secret}`, '{.data}');
  const plain = (key: string) => Buffer.from(made[key] ?? '', 'base64').toString();
  expect(Buffer.from(plain('secret-key'), 'base64')).toHaveLength(32);
  expect(plain('admin-password').length).toBeGreaterThanOrEqual(20);
  expect(together.map(({ said }) => said).join('')).not.toContain(plain('admin-password'));
  const other = await pod.run(['node', 'api/process/bin/first-start.ts', 'database', 'secret-key']);
  expect(other).toMatchObject({ code: 1, said: expect.stringContaining('403') });
}, 60_000);

it('an upgrade and a rollback keep the secrets of the first start', async () => {
  const before = await read(`secret/${secret}`, '{.data}');
  expect(await release(['upgrade', 'iam'], { api: { replicas: 3 } })).toMatchObject(done);
  expect(await read('deployment/iam-doorwright-api', '{.spec.replicas}')).toBe(3);
  expect(await release(['rollback', 'iam', '1'])).toMatchObject(done);
  expect(await read('deployment/iam-doorwright-api', '{.spec.replicas}')).toBe(2);
  expect(await read(`secret/${secret}`, '{.data}')).toEqual(before);
}, 60_000);

/** The chart with the definitions of another release. */
async function withBundle(version: string): Promise<string> {
  const chart = await mkdtemp(join(tmpdir(), 'doorwright-bundle-'));
  await cp('helm', chart, { recursive: true });
  for (const { plural } of declaredKinds) {
    const file = join(chart, 'templates/crds', `${plural}.yaml`);
    const other = (await readFile(file, 'utf8')).replace(/bundle-version: .*/, `bundle-version: ${version}`);
    await writeFile(file, other);
  }
  return chart;
}

const installed = () =>
  succeed(cluster, ['get', 'crd', 'certs.doorwright.dev', '-o', 'jsonpath={.metadata.annotations}']);
const refusesDowngrade = 'then install the older chart with crds.enabled=false.';

it('an upgrade of the chart upgrades the definitions, and a rollback never downgrades them', async () => {
  const next = await withBundle('0.10.0');
  try {
    expect(await release(['upgrade', 'iam'], {}, next)).toMatchObject(done);
    expect(await installed()).toContain('"doorwright.dev/bundle-version":"0.10.0"');
    const { code, stderr } = await release(['upgrade', 'iam']);
    expect(code).not.toBe(0);
    expect(stderr).toContain(refusesDowngrade);
    expect(await release(['upgrade', 'iam'], { crds: { enabled: false } })).toMatchObject(done);
    expect(await installed()).toContain('"doorwright.dev/bundle-version":"0.10.0"');
  } finally {
    await rm(next, { recursive: true });
  }
}, 60_000);

it('the command of the guide frees a namespace that is no longer watched', async () => {
  const command =
    (await readFile('console/guide/platform/tenants.md', 'utf8')).match(/^kubectl -n shop get doorwright .*$/m)?.[0] ??
    '';
  const declared = manifest('Organization', { displayName: 'Acme' });
  for (const name of ['left', 'behind']) {
    const metadata = { name, namespace: 'shop', finalizers: ['doorwright.dev/api-object'] };
    await succeed(cluster, ['apply', '-f', '-'], JSON.stringify({ ...declared, metadata }));
  }
  const { kubectl } = await ensurePrograms('kubectl');
  const PATH = `${dirname(kubectl)}:${process.env.PATH}`;
  await promisify(execFile)('sh', ['-c', command], { env: { ...process.env, PATH, KUBECONFIG: cluster.kubeconfig } });
  const all = ['organizations.doorwright.dev', '--all', '-n', 'shop', '--timeout=20s'];
  await succeed(cluster, ['delete', ...all]);
}, 60_000);

it('removing the release stops the operator, and releases, pauses and keeps the declared objects', async () => {
  const values = { crds: { enabled: false }, uninstall: { policy: 'Pause' }, watch: { namespaces: ['shop'] } };
  expect(await release(['upgrade', 'iam'], values)).toMatchObject(done);
  const operator = await asPodOf(cluster, 'iam-doorwright-operator', namespace);
  const served = { DOORWRIGHT_WATCH_NAMESPACES: 'shop' };
  const address = { DOORWRIGHT_API_URL: 'http://127.0.0.1:1', PORT: '0' };
  const running = operator.start(['node', 'operator/main.ts'], { ...served, ...address });
  const said = Promise.all([text(running.stdout as Readable), text(running.stderr as Readable)]);
  const ended = once(running, 'exit');
  const holder = () =>
    cluster
      .kubectl(['get', 'lease', 'doorwright-operator', '-n', namespace, '-o', 'jsonpath={.spec.holderIdentity}'])
      .then(({ stdout }) => stdout);
  await until(async () => (await holder()) !== '');

  const declared = manifest('Organization', { displayName: 'Acme' }, 'acme');
  const kept = {
    ...declared,
    metadata: { ...declared.metadata, namespace: 'shop', finalizers: ['doorwright.dev/api-object'] },
  };
  await succeed(cluster, ['apply', '-f', '-'], JSON.stringify(kept));

  const uninstalling = release(['uninstall', 'iam', '--timeout', '60s']);
  await until(() => exists('job/iam-doorwright-uninstall'));
  const [container] = await read<{ command: string[]; args: string[] }[]>(
    'job/iam-doorwright-uninstall',
    '{.spec.template.spec.containers}',
  );
  const job = operator.run([...(container?.command ?? []), ...(container?.args ?? [])], served);
  await until(async () => (await read('deployment/iam-doorwright-operator', '{.spec.replicas}')) === 0);
  running.kill('SIGTERM'); // The kubelet does this to a pod of a Deployment that was scaled down.
  await ended;
  const complaints = (await said)
    .join('')
    .split('\n')
    .filter((line) => line.includes('orbidden'));
  expect(complaints).toEqual([]);
  expect(await job).toMatchObject(done);
  await completeJob('iam-doorwright-uninstall');
  expect(await uninstalling).toMatchObject(done);

  const { metadata } = JSON.parse(
    await succeed(cluster, ['get', 'organizations.doorwright.dev', 'acme', '-n', 'shop', '-o', 'json']),
  );
  expect(metadata).toMatchObject({ annotations: { 'doorwright.dev/paused': 'true' } });
  expect(metadata).not.toHaveProperty('finalizers');
  expect(metadata).not.toHaveProperty('deletionTimestamp');
  expect([await exists('deployment/iam-doorwright-api'), await exists(`secret/${secret}`)]).toEqual([false, true]);
}, 90_000);

it('a removed release leaves only the kept objects, and an older release still replaces no definition', async () => {
  const kinds =
    'customresourcedefinitions,validatingadmissionpolicies,validatingadmissionpolicybindings,clusterroles,clusterrolebindings,roles,rolebindings,serviceaccounts,deployments,jobs,services,poddisruptionbudgets,networkpolicies,configmaps,secrets';
  const left = await succeed(cluster, ['get', kinds, '-A', '-l', 'app.kubernetes.io/instance=iam', '-o', 'name']);
  expect(left.trim().split('\n').sort()).toEqual(
    [
      ...declaredKinds.map(({ plural }) => `customresourcedefinition.apiextensions.k8s.io/${plural}.doorwright.dev`),
      `secret/${secret}`,
      'validatingadmissionpolicy.admissionregistration.k8s.io/iam-doorwright-no-crd-downgrade',
      'validatingadmissionpolicybinding.admissionregistration.k8s.io/iam-doorwright-no-crd-downgrade',
    ].sort(),
  );
  const { code, stderr } = await release(['install', 'iam']);
  expect([code, stderr]).toEqual([1, expect.stringContaining(refusesDowngrade)]);
  expect(await installed()).toContain('"doorwright.dev/bundle-version":"0.10.0"');
}, 60_000);

/** Sets the status that the Job controller would set. No node runs the Job's pod here, so its program ran beside the cluster. */
async function completeJob(name: string): Promise<void> {
  const at = new Date().toISOString();
  const condition = (type: string) => ({ type, status: 'True', reason: 'Tested', lastTransitionTime: at });
  const conditions = ['SuccessCriteriaMet', 'Complete'].map(condition);
  const status = { startTime: at, completionTime: at, succeeded: 1, conditions };
  const patch = ['patch', 'job', name, '-n', namespace, '--subresource=status', '--type=merge'];
  await succeed(cluster, [...patch, '-p', JSON.stringify({ status })]);
}
