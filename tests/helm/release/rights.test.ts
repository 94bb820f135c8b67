import { once } from 'node:events';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../../crds/cluster.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { eventually } from '../../operator/world/cluster-world.ts';
import { all, bundle, inShop, secret } from './bundle.ts';
import { rightsOf, usedBy } from './granted.ts';
import { type Installation, installation } from './installation.ts';

const namespace = 'identity';
const account = `${namespace}:iam-doorwright-operator`;
let installed: Installation;
let cluster: Cluster;

beforeAll(async () => {
  installed = await installation({
    auditLog: true,
    apiServerArgs: [
      // Some clusters check the right to block an owner's deletion, and some have no streaming lists.
      '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
      '--feature-gates=WatchList=false',
    ],
  });
  cluster = installed.cluster;
  await succeed(cluster, ['create', 'secret', 'generic', 'database', '-n', namespace]);
}, clusterHookTimeout);

afterAll(() => installed?.stop());

const kubectl = (args: string[], stdin?: string) => succeed(cluster, [...args, '-n', 'shop'], stdin);
const apply = (...items: object[]) =>
  kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
const ready = (what: string) => kubectl(['wait', '--for=condition=Ready', what, '--timeout=90s']);
const web = 'application.doorwright.dev/web';

async function reason(what: string, expected: string): Promise<void> {
  const path = `jsonpath={.status.conditions[?(@.type=="Ready")].reason}`;
  await eventually(async () => (await kubectl(['get', what, '-o', path])) === expected);
}

/** A Secret without an owner, as a backup restores it. */
const kept = {
  ...secret('kept-oidc', ''),
  metadata: { name: 'kept-oidc', namespace: 'shop', labels: { 'doorwright.dev/managed': 'true' } },
  stringData: { OIDC_CLIENT_ID: 'kept', OIDC_CLIENT_SECRET: 'kept-s3cret-value' },
};

/** The cluster checks this right when a kept Secret gets its owner. No request shows it. */
const askedByAdmission = ['delete secrets in shop'];

/** All events of a year, in a minute. */
async function live(): Promise<void> {
  await apply(...bundle, secret('github', 'first-s3cret'));
  for (const what of all) await ready(what);
  await kubectl(['patch', web, '--type=merge', '-p', '{"spec":{"displayName":"Shop"}}']);
  await apply(secret('github', 'second-s3cret'));
  for (const at of ['one', 'two']) {
    // The second event continues the series.
    await kubectl(['delete', 'secret', 'github']);
    await reason('provider.doorwright.dev/github', 'SecretMissing');
    await apply(secret('github', `${at}-s3cret`));
    await reason('provider.doorwright.dev/github', 'Reconciled');
  }
  await kubectl(['annotate', web, 'doorwright.dev/rotate-at=now']);
  await eventually(async () => (await kubectl(['get', web, '-o', 'jsonpath={.status.lastHandledRotateAt}'])) === 'now');
  await kubectl(['delete', 'secret', 'web-oidc']);
  await eventually(async () => (await cluster.kubectl(['get', 'secret', 'web-oidc', '-n', 'shop'])).code === 0);
  await apply(kept, inShop('Application', 'kept', { organizationRef: { name: 'acme' }, generate: true }));
  await ready('application.doorwright.dev/kept');
  expect(await kubectl(['get', 'secret', 'kept-oidc', '-o', 'jsonpath={.metadata.ownerReferences[0].name}'])).toBe(
    'kept',
  );
  const uid = await kubectl(['get', 'syncer.doorwright.dev/people', '-o', 'jsonpath={.metadata.uid}']);
  await kubectl(['annotate', 'syncer.doorwright.dev/people', `doorwright.dev/force-finalize=${uid}`]);
  await kubectl(['delete', 'syncer.doorwright.dev/people', '--timeout=90s']);
  const stones = [
    'get',
    'configmap',
    '-n',
    namespace,
    '-l',
    'doorwright.dev/tombstones',
    '-o',
    'jsonpath={.items[*].data}',
  ];
  await eventually(async () => !(await succeed(cluster, stones)).includes(uid));
  await kubectl(['delete', web, '--timeout=90s']);
}

test('T18: the operator needs exactly the rights that the chart gives it', async () => {
  const operator = installed.startOperator();
  await live();
  operator.kill('SIGTERM');
  await once(operator, 'exit');
  const uninstall = ['node', 'operator/bin/uninstall.ts', 'iam-doorwright-operator', 'Orphan'];
  const { code, said } = await installed.pod.run(uninstall, installed.settings);
  expect({ code, said }).toMatchObject({ code: 0 });

  const granted = await rightsOf(cluster, account);
  const used = usedBy(cluster, account);
  const ours = [...used.rights].filter((right) => !right.includes('selfsubject'));
  console.log(
    `T18: ${used.requests} requests used ${ours.length} of ${granted.size} rights; ${used.forbidden.length} were forbidden`,
  );
  expect(used.forbidden).toEqual([]);
  expect(ours.filter((right) => !granted.has(right))).toEqual([]);
  expect([...granted].filter((right) => !used.rights.has(right))).toEqual(askedByAdmission);
  expect([...granted, ...used.rights].filter((right) => /secrets in \*/.test(right))).toEqual([]);
});

test.each([
  ['get', 'secret', 'iam-doorwright-first-start'],
  ['get', 'secret', 'database'],
  ['get', 'secrets'],
  ['get', 'secrets', '--watch-only', '--request-timeout=5s'],
  ['create', 'secret', 'generic', 'anything'],
  ['create', 'secret', 'generic', 'iam-doorwright-first-start'],
  ['patch', 'secret', 'iam-doorwright-first-start', '--type=merge', '-p', '{"data":{"secret-key":null}}'],
  ['delete', 'secret', 'iam-doorwright-first-start'],
  ['get', 'configmap', 'kube-root-ca.crt'],
  ['get', 'configmaps'],
  ['create', 'configmap', 'anything'],
  ['create', 'configmap', 'doorwright-tombstones-0'],
  ['delete', 'configmap', 'doorwright-tombstones-0'],
])('17.2 the operator has no right to %s %s %s in the namespace of the release', async (...command) => {
  const { code, stderr } = await cluster.kubectl([
    ...command,
    '-n',
    namespace,
    `--as=system:serviceaccount:${account}`,
  ]);
  expect({ code, stderr }).toMatchObject({ code: 1, stderr: expect.stringContaining('forbidden') });
});
