import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { manifest, refusal, succeed } from '../../crds/cluster.ts';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { combinations, manifests } from '../output/chart.ts';
import { all, bundle, secret } from './bundle.ts';
import { nonconformities } from './conform.ts';
import { foreignDefinitions } from './foreign-definitions.ts';
import { type Installation, installation } from './installation.ts';

// All other tests run on the newest supported Kubernetes.
let installed: Installation;
let cluster: Cluster;
let stopOperator = () => {};

beforeAll(async () => {
  installed = await installation({ kubernetes: 'oldest' });
  cluster = installed.cluster;
  for (const file of await foreignDefinitions()) await succeed(cluster, ['apply', '--server-side', '-f', file]);
}, clusterHookTimeout);

afterAll(() => {
  stopOperator();
  return installed?.stop();
});

const inShop = (args: string[], stdin?: string) => succeed(cluster, [...args, '-n', 'shop'], stdin);

it('the cluster has the oldest version that the chart allows', async () => {
  const { kubeVersion } = parse(await readFile('helm/Chart.yaml', 'utf8')) as { kubeVersion: string };
  const { gitVersion } = JSON.parse(await succeed(cluster, ['get', '--raw', '/version'])) as { gitVersion: string };
  expect(kubeVersion).toBe(`>=${gitVersion.slice(1)}-0`);
});

it.each(combinations)(
  'the oldest Kubernetes accepts all rendered objects of the chart %s',
  async (_title, values) => {
    const rendered = await manifests(values);
    expect(await nonconformities(cluster, rendered)).toMatch(/ Invalid: 0, Errors: 0, Skipped: 0\n$/);
    await succeed(cluster, ['apply', '--server-side', '--dry-run=server', '--force-conflicts', '-f', '-'], rendered);
  },
  clusterHookTimeout,
);

it('the oldest Kubernetes enforces the rules, explains the fields and supports field selectors', async () => {
  const contradiction = { organizationRef: { name: 'acme' }, publicClient: true, generate: true };
  expect(await refusal(cluster, manifest('Application', contradiction))).toContain('is invalid');
  for (const { plural } of declaredKinds) {
    const { spec } = parse(await readFile(`crds/manifests/${plural}.yaml`, 'utf8'));
    for (const { jsonPath } of spec.versions[0].selectableFields as { jsonPath: string }[])
      await inShop(['get', `${plural}.doorwright.dev`, `--field-selector=${jsonPath.slice(1)}=any`]);
    expect(await inShop(['explain', `${plural}.doorwright.dev.spec.deletionPolicy`])).toContain('ENUM:');
  }
});

it('with the oldest Kubernetes, all six kinds become Ready in any order', async () => {
  const operator = installed.startOperator();
  stopOperator = () => operator.kill('SIGKILL');
  for (const each of [...bundle].reverse()) await inShop(['apply', '-f', '-'], JSON.stringify(each));
  await inShop(['apply', '-f', '-'], JSON.stringify(secret('github', 'any-s3cret')));
  await inShop(['wait', '--for=condition=Ready', ...all, '--timeout=30s']);
  expect(await inShop(['get', 'doorwright'])).toMatch(/NAME +READY +REASON +ORGANIZATION .*\n.* True +Reconciled /);
  const named = ['get', 'applications.doorwright.dev', '--field-selector=spec.organizationRef.name=acme', '-o', 'name'];
  expect((await inShop(named)).trim()).toBe('application.doorwright.dev/web');
});
