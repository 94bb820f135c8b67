import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { keptCluster, succeed } from '../../crds/cluster.ts';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { manifests, type Rendered, render } from './chart.ts';

const definitions = (rendered: Rendered[]) => rendered.filter(({ kind }) => kind === 'CustomResourceDefinition');

it(
  'the chart installs exactly the definitions of crds/manifests',
  async () => {
    const rendered = definitions(await render({ crds: { keep: false } }));
    expect(rendered).toHaveLength(declaredKinds.length);
    for (const { plural } of declaredKinds) {
      const committed = parse(await readFile(`crds/manifests/${plural}.yaml`, 'utf8')) as Rendered;
      const installed = rendered.find(({ metadata }) => metadata.name === committed.metadata.name);
      // Its labels also name the release.
      const labels = expect.objectContaining(committed.metadata.labels);
      expect(installed).toEqual({ ...committed, metadata: { ...committed.metadata, labels } });
    }
  },
  clusterHookTimeout,
);

it('removing the chart keeps the definitions and all declared objects, if the values say so', async () => {
  for (const { metadata } of definitions(await render())) {
    expect(metadata.annotations).toHaveProperty(['helm.sh/resource-policy'], 'keep');
  }
  expect(definitions(await render({ crds: { enabled: false } }))).toEqual([]);
});

it('the guard against an older release stays as long as the definitions', async () => {
  const kept = async (values: object) => {
    const guards = (await render(values)).filter(({ kind }) => kind.startsWith('ValidatingAdmissionPolicy'));
    return guards.map(({ metadata }) => metadata.annotations?.['helm.sh/resource-policy']);
  };
  expect(await kept({})).toEqual(['keep', 'keep']);
  expect(await kept({ crds: { keep: false } })).toEqual([undefined, undefined]);
});

const operatorRoles = (values: object) => render(values, '--show-only', 'templates/rbac/operator.yaml');

const names = (rendered: Rendered[], kind: string) =>
  rendered
    .filter((each) => each.kind === kind)
    .map(({ metadata: { namespace, name } }) => (namespace ? `${namespace}/${name}` : name))
    .sort();

it('an operator for all namespaces sees resources everywhere and Secrets only in its own', async () => {
  const rendered = await operatorRoles({});
  expect(names(rendered, 'ClusterRoleBinding')).toEqual(['iam-doorwright-operator', 'iam-doorwright-operator-cluster']);
  expect(names(rendered, 'Role')).toEqual(['identity/iam-doorwright-operator']);
});

it('an operator for some namespaces has rights only in them', async () => {
  const rendered = await operatorRoles({ watch: { namespaces: ['shop', 'bank'] } });
  expect(names(rendered, 'ClusterRoleBinding')).toEqual(['iam-doorwright-operator-cluster']);
  expect(names(rendered, 'Role')).toEqual([
    'bank/iam-doorwright-operator-secrets',
    'identity/iam-doorwright-operator',
    'shop/iam-doorwright-operator-secrets',
  ]);
  const bound = rendered.filter(({ kind }) => kind === 'RoleBinding');
  expect(bound).toHaveLength(5);
  for (const { subjects } of bound) {
    expect(subjects).toEqual([{ kind: 'ServiceAccount', name: 'iam-doorwright-operator', namespace: 'identity' }]);
  }
});

it(
  'the API server accepts the chart, and the operator has the rights that it needs and no others',
  async () => {
    const cluster = await keptCluster();
    try {
      for (const namespace of ['identity', 'shop', 'bank']) await succeed(cluster, ['create', 'namespace', namespace]);
      const all = await manifests({ watch: { namespaces: ['shop'] } }, '--no-hooks');
      await succeed(cluster, ['apply', '--server-side', '-f', '-'], all);
      const may = async (verb: string, what: string, namespace: string) => {
        const operator = '--as=system:serviceaccount:identity:iam-doorwright-operator';
        const { stdout } = await cluster.kubectl(['auth', 'can-i', verb, what, operator, '-n', namespace]);
        return stdout.trim();
      };
      const asked: [verb: string, what: string, namespace: string, answer: string][] = [
        ['patch', 'applications.doorwright.dev', 'shop', 'yes'],
        ['patch', 'applications.doorwright.dev/status', 'shop', 'yes'],
        ['get', 'secrets', 'shop', 'yes'],
        ['update', 'lease/doorwright-operator', 'identity', 'yes'],
        ['update', 'lease/other', 'identity', 'no'],
        ['update', 'applications.doorwright.dev', 'shop', 'no'],
        ['delete', 'applications.doorwright.dev', 'shop', 'no'],
        ['patch', 'applications.doorwright.dev', 'bank', 'no'],
        ['get', 'secrets', 'bank', 'no'],
        ['update', 'secrets', 'shop', 'no'],
        ['patch', 'deployments/iam-doorwright-api', 'identity', 'no'],
      ];
      for (const [verb, what, namespace, answer] of asked) {
        expect([verb, what, namespace, await may(verb, what, namespace)]).toEqual([verb, what, namespace, answer]);
      }
    } finally {
      await cluster.stop();
    }
  },
  clusterHookTimeout,
);
