import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { everything, manifests, type Rendered, render } from './chart.ts';

const rolesOf = (rendered: Rendered[]) => rendered.filter(({ rules }) => rules);

it(
  'S54 no role of the chart contains a wildcard, with any values',
  async () => {
    for (const values of [{}, everything]) {
      const roles = rolesOf(await render(values));
      expect(roles.length).toBeGreaterThan(4);
      expect(JSON.stringify(roles.map(({ rules }) => rules))).not.toContain('*');
    }
  },
  clusterHookTimeout,
);

it('S54 no role reaches Secrets of the whole cluster', async () => {
  const reaching = rolesOf(await render(everything)).filter(({ rules = [] }) =>
    rules.some(({ resources }) => resources.includes('secrets')),
  );
  expect(reaching.map(({ kind, metadata: { namespace, name } }) => `${kind} ${namespace}/${name}`).sort()).toEqual([
    'Role identity/iam-doorwright-first-start',
    'Role shop/iam-doorwright-operator-secrets',
  ]);
});

it('17.2 a role in the namespace of the release names every Secret and ConfigMap that it reaches', async () => {
  for (const values of [{}, everything]) {
    const rules = rolesOf(await render(values))
      .filter(({ kind, metadata }) => kind === 'ClusterRole' || metadata.namespace === 'identity')
      .flatMap(({ rules = [] }) => rules)
      .filter(({ resources }) => resources.includes('secrets') || resources.includes('configmaps'));
    expect(rules.map(({ resources }) => resources)).toEqual([['secrets'], ['configmaps']]);
    const [firstStart, tombstones = []] = rules.map(({ resourceNames }) => resourceNames);
    expect(tombstones.length).toBe(32);
    expect(tombstones.every((name) => /^doorwright-tombstones-\d+$/.test(name))).toBe(true);
    expect(firstStart).toEqual(['iam-doorwright-first-start']);
  }
});

it('the api may read and update one Secret, and nothing else in the cluster', async () => {
  const rendered = await render(everything);
  const bound = rendered.filter(({ subjects = [] }) => subjects.some(({ name }) => name === 'iam-doorwright-api'));
  expect(bound.map(({ kind, metadata }) => `${kind}/${metadata.name}`)).toEqual([
    'RoleBinding/iam-doorwright-first-start',
  ]);
  const [role] = rolesOf(rendered).filter(({ metadata }) => metadata.name === 'iam-doorwright-first-start');
  expect(role?.rules).toEqual([
    { apiGroups: [''], resources: ['secrets'], resourceNames: ['iam-doorwright-first-start'], verbs: ['get', 'patch'] },
  ]);
});

it('the guide names all templates with roles for administrators who create the roles themselves', async () => {
  const files = globSync('helm/templates/**/*.yaml').filter((file) =>
    readFileSync(file, 'utf8').includes('rbac.create'),
  );
  expect(files.length).toBeGreaterThan(2);
  const row = readFileSync('console/guide/platform/files/values.txt', 'utf8').match(/^\| `rbac.create` .*$/m)?.[0];
  for (const file of files) expect(row).toContain(file.replace(/^helm\//, '').replace(/(rbac)\/.*/, '$1'));
});

it('roles and ServiceAccounts can each be created by others', async () => {
  const kinds = async (values: object) => new Set((await render(values)).map(({ kind }) => kind));
  const withoutRoles = await kinds({ rbac: { create: false } });
  expect([...withoutRoles].filter((kind) => /Role/.test(kind))).toEqual([]);
  expect(withoutRoles).toContain('ServiceAccount');
  const own = { serviceAccount: { create: false, name: 'mine' } };
  const withoutAccounts = await render({ api: own, operator: own });
  expect(withoutAccounts.filter(({ kind }) => kind === 'ServiceAccount')).toEqual([]);
  const subjects = withoutAccounts.flatMap(({ subjects = [] }) => subjects.map(({ name }) => name));
  expect(new Set(subjects)).toEqual(new Set(['mine']));
});

it.each([
  ['none', [], []],
  ['admin', ['admin'], ['admin']],
  ['edit', ['admin', 'edit', 'view'], ['admin', 'edit']],
])('17.1 with rbac.aggregate %s, the roles of people are added to %j and %j', async (aggregate, view, edit) => {
  const roles = rolesOf(await render(aggregate === 'none' ? {} : { rbac: { aggregate } }));
  const addedTo = (name: string) => {
    const { labels = {} } = roles.find(({ metadata }) => metadata.name === name)?.metadata ?? {};
    return Object.keys(labels).flatMap((label) => /aggregate-to-(\w+)$/.exec(label)?.[1] ?? []);
  };
  expect(addedTo('iam-doorwright-view').sort()).toEqual(view);
  expect(addedTo('iam-doorwright-edit').sort()).toEqual(edit);
});

it('17.1 the operator always gets the platform namespaces: its own if none is named', async () => {
  const told = async (operator: object) => {
    const rendered = await manifests({ operator });
    const settingOf = (name: string) => rendered.match(new RegExp(`name: ${name}\\n +value: "?([^"\\n]*)`))?.[1];
    return ['PLATFORM', 'ORGANIZATION'].map((sort) => settingOf(`DOORWRIGHT_${sort}_NAMESPACES`));
  };
  expect(await told({})).toEqual(['identity', '']);
  expect(await told({ platformNamespaces: [] })).toEqual(['identity', '']);
  expect(await told({ platformNamespaces: ['a', 'b'], organizationNamespaces: ['c'] })).toEqual(['a,b', 'c']);
});
