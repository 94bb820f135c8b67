import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { clusterHookTimeout, startCluster } from '../harness/cluster.ts';
import { ensurePrograms } from '../harness/control-plane/build.ts';
import { succeed } from './cluster.ts';
import { declaredKinds } from './declared-kinds.ts';

interface Rendered {
  kind: string;
  metadata: { name: string; namespace?: string; annotations?: Record<string, string> };
  subjects?: { name: string; namespace: string }[];
}

let helm: string;
let chart: string;

const values = { crds: { enabled: true, keep: true }, rbac: { create: true }, watch: { namespaces: [] } };

beforeAll(async () => {
  ({ helm } = await ensurePrograms('helm'));
  // Our templates in a chart of their own: what they need of the values is what stands here.
  chart = await mkdtemp(join(tmpdir(), 'doorwright-chart-'));
  await writeFile(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: doorwright\nversion: 0.0.0\n');
  await writeFile(join(chart, 'values.yaml'), JSON.stringify(values));
  for (const folder of ['crds', 'rbac']) {
    await cp(`helm/templates/${folder}`, join(chart, 'templates', folder), { recursive: true });
  }
}, clusterHookTimeout);

afterAll(() => rm(chart, { recursive: true }));

async function template(...settings: string[]): Promise<string> {
  const sets = settings.flatMap((each) => ['--set', each]);
  const { stdout } = await promisify(execFile)(helm, ['template', 'iam', chart, '-n', 'identity', ...sets], {
    maxBuffer: 10_000_000,
  });
  return stdout;
}

const render = async (...settings: string[]) =>
  parseAllDocuments(await template(...settings)).map((each) => each.toJS() as Rendered);

const definitions = (rendered: Rendered[]) => rendered.filter(({ kind }) => kind === 'CustomResourceDefinition');

it('the chart installs the very definitions of crds/manifests', async () => {
  const rendered = definitions(await render('crds.keep=false'));
  expect(rendered).toHaveLength(declaredKinds.length);
  for (const { plural } of declaredKinds) {
    const committed = parse(await readFile(`crds/manifests/${plural}.yaml`, 'utf8')) as Rendered;
    expect(rendered.find(({ metadata }) => metadata.name === committed.metadata.name)).toEqual(committed);
  }
});

it('removing the chart keeps the definitions, and with them everything declared, if it should', async () => {
  for (const { metadata } of definitions(await render())) {
    expect(metadata.annotations).toHaveProperty(['helm.sh/resource-policy'], 'keep');
  }
  expect(definitions(await render('crds.enabled=false'))).toEqual([]);
});

const names = (rendered: Rendered[], kind: string) =>
  rendered
    .filter((each) => each.kind === kind)
    .map(({ metadata: { namespace, name } }) => (namespace ? `${namespace}/${name}` : name))
    .sort();

it('the operator that serves every namespace sees resources everywhere and Secrets only in its own', async () => {
  const rendered = await render();
  expect(names(rendered, 'ClusterRoleBinding')).toEqual(['iam-operator', 'iam-operator-cluster']);
  expect(names(rendered, 'Role')).toEqual(['identity/iam-operator']);
});

it('the operator that serves some namespaces has its rights in those', async () => {
  const rendered = await render('watch.namespaces={shop,bank}');
  expect(names(rendered, 'ClusterRoleBinding')).toEqual(['iam-operator-cluster']);
  expect(names(rendered, 'Role')).toEqual([
    'bank/iam-operator-secrets',
    'identity/iam-operator',
    'shop/iam-operator-secrets',
  ]);
  const bound = rendered.filter(({ kind }) => kind === 'RoleBinding');
  expect(bound).toHaveLength(5);
  for (const { subjects } of bound) {
    expect(subjects).toEqual([{ kind: 'ServiceAccount', name: 'iam-operator', namespace: 'identity' }]);
  }
});

it('roles can be left to others', async () => {
  const rendered = await render('rbac.create=false');
  expect(rendered.map(({ kind }) => kind)).toEqual(declaredKinds.map(() => 'CustomResourceDefinition'));
});

it('the API server takes the chart, and the operator can then do what it must and no more', async () => {
  const cluster = await startCluster({ controllerManager: false });
  try {
    for (const namespace of ['identity', 'shop', 'bank']) await succeed(cluster, ['create', 'namespace', namespace]);
    const everything = await template('watch.namespaces={shop}');
    await succeed(cluster, ['apply', '--server-side', '-f', '-'], everything);
    const may = async (verb: string, what: string, namespace: string) => {
      const operator = '--as=system:serviceaccount:identity:iam-operator';
      const { stdout } = await cluster.kubectl(['auth', 'can-i', verb, what, operator, '-n', namespace]);
      return stdout.trim();
    };
    const asked: [verb: string, what: string, namespace: string, answer: string][] = [
      ['patch', 'applications.doorwright.dev', 'shop', 'yes'],
      ['patch', 'applications.doorwright.dev/status', 'shop', 'yes'],
      ['get', 'secrets', 'shop', 'yes'],
      ['update', 'lease/iam-operator', 'identity', 'yes'],
      ['update', 'lease/other', 'identity', 'no'],
      ['update', 'applications.doorwright.dev', 'shop', 'no'],
      ['delete', 'applications.doorwright.dev', 'shop', 'no'],
      ['patch', 'applications.doorwright.dev', 'bank', 'no'],
      ['get', 'secrets', 'bank', 'no'],
      ['update', 'secrets', 'shop', 'no'],
    ];
    for (const [verb, what, namespace, answer] of asked) {
      expect([verb, what, namespace, await may(verb, what, namespace)]).toEqual([verb, what, namespace, answer]);
    }
  } finally {
    await cluster.stop();
  }
});
