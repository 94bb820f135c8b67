import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { clusterRules, leaseRules, operatorLease, operatorRules, secretRules } from '@doorwright/crds/derive/rbac.ts';
import { failureOf } from '@doorwright/operator/runtime/failure.ts';
import { KubernetesError } from '@doorwright/operator/runtime/kubernetes-error.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { kubeConfig } from '../world/cluster-world.ts';
import { a, startWorld, type World } from '../world/declared-world.ts';

const rbac = { apiVersion: 'rbac.authorization.k8s.io/v1' };
const apiGroup = 'rbac.authorization.k8s.io';
const subjects = [{ kind: 'ServiceAccount', name: 'operator', namespace: 'default' }];

const file = join(tmpdir(), `doorwright-permission-${process.pid}`);
let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.kubectl(['create', 'serviceaccount', 'operator']);
  const rules = [...operatorRules(declaredKinds), ...clusterRules(), ...leaseRules(operatorLease)];
  await world.apply(
    { ...rbac, kind: 'ClusterRole', metadata: { name: 'operator' }, rules },
    {
      ...{ ...rbac, kind: 'ClusterRoleBinding', metadata: { name: 'operator' }, subjects },
      roleRef: { apiGroup, kind: 'ClusterRole', name: 'operator' },
    },
  );
  const config = kubeConfig(world.cluster);
  const token = (await world.kubectl(['create', 'token', 'operator'])).trim();
  const cluster = config.getCurrentCluster();
  const user = { name: 'operator', token };
  config.loadFromOptions({
    ...{ clusters: [cluster], users: [user], currentContext: 'operator' },
    contexts: [{ name: 'operator', cluster: cluster?.name, user: 'operator', namespace: 'default' }],
  });
  writeFileSync(file, config.exportConfig(), { mode: 0o600 });
  await world.restart({ KUBECONFIG: file });
}, clusterHookTimeout);
afterAll(async () => {
  await world?.stop();
  rmSync(file, { force: true });
});

test('without rights on a tenant’s Secrets, an application says so, and goes on after a grant', async () => {
  const shop = (annotations: object) =>
    a('Application', 'shop', { organizationRef: { name: 'acme' }, generate: true }, { annotations });
  await world.apply(a('Organization', 'acme'), shop({}));
  await world.ready('organization', 'acme');
  const { message } = await world.reason('application', 'shop', 'PermissionDenied');
  expect(message).toMatch(/^The cluster does not let the operator do what is needed: secrets .*forbidden/);
  expect(await world.condition('application', 'shop', 'Stalled')).toMatchObject({ status: 'True' });
  expect(world.operator.log.filter((line) => line.includes('Failed a pass'))).toEqual([]);
  const name = 'doorwright';
  await world.apply(
    { ...rbac, kind: 'Role', metadata: { name, namespace: 'default' }, rules: secretRules() },
    {
      ...{ ...rbac, kind: 'RoleBinding', metadata: { name, namespace: 'default' }, subjects },
      roleRef: { apiGroup, kind: 'Role', name },
    },
  );
  await world.apply(shop({ 'doorwright.dev/reconcile-at': 'now' }));
  await world.ready('application', 'shop');
});

test('a deleting namespace does not ask for a person', () => {
  const message =
    'secrets "a" is forbidden: unable to create new content in namespace b because it is being terminated';
  const error = new KubernetesError({ message, reason: 'Forbidden', code: 403 }, 403);
  expect(failureOf(error)).toMatchObject({ cause: 'conflict', details: [] });
});
