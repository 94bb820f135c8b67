import { expect, it } from 'vitest';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { render } from './chart.ts';

const rightsOf = async (values: object) =>
  (await render(values)).filter(({ rules = [] }) => rules.some(({ resources }) => resources.includes('tokenreviews')));
const isAsked = async (values: object) =>
  JSON.stringify(await render(values)).includes('DOORWRIGHT_CLUSTER_TOKEN_REVIEW');

it(
  'the api may create token reviews only if it asks the cluster, and has no other right',
  async () => {
    const reviewing = { kubernetes: { tokenReview: true } };
    expect(await isAsked(reviewing)).toBe(true);
    const [role, ...others] = await rightsOf(reviewing);
    expect(others).toEqual([]);
    expect(role?.rules).toEqual([
      { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    ]);
    const bindings = (await render(reviewing)).filter(({ kind }) => kind === 'ClusterRoleBinding');
    const binding = bindings.find(({ metadata }) => metadata.name === role?.metadata.name);
    expect(binding?.subjects).toEqual([{ kind: 'ServiceAccount', name: 'iam-doorwright-api', namespace: 'identity' }]);

    expect(await isAsked({})).toBe(false);
    expect(await rightsOf({})).toEqual([]);
    expect(await rightsOf({ ...reviewing, rbac: { create: false } })).toEqual([]);
  },
  clusterHookTimeout,
);
