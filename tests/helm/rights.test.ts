import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/declared/local-token.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../crds/cluster.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { type Cluster, clusterHookTimeout, startCluster } from '../harness/cluster.ts';
import { testKey } from '../harness/template.ts';
import { a } from '../operator/declared-world.ts';
import { eventually } from '../operator/runtime-world.ts';
import { asPodOf, type PodLike } from './as-pod.ts';
import { helm, least } from './chart.ts';
import { rightsOf, usedBy } from './granted.ts';

const namespace = 'identity';
const account = `${namespace}:iam-doorwright-operator`;
const dir = mkdtempSync(join(tmpdir(), 'doorwright-rights-'));
let cluster: Cluster;
let app: TestApp;
let pod: PodLike;

beforeAll(async () => {
  [cluster, app] = await Promise.all([
    startCluster({
      auditLog: true,
      apiServerArgs: [
        // Some clusters ask who may make whom wait for its deletion, and some have no streaming lists.
        '--enable-admission-plugins=OwnerReferencesPermissionEnforcement',
        '--feature-gates=WatchList=false',
      ],
    }),
    startApp(),
  ]);
  for (const name of [namespace, 'shop']) await succeed(cluster, ['create', 'namespace', name]);
  const values = { ...least, watch: { namespaces: ['shop'] } };
  const install = ['install', 'iam', 'helm', '--namespace', namespace];
  const { code, stderr } = await helm(install, values, { KUBECONFIG: cluster.kubeconfig });
  if (code !== 0) throw new Error(stderr);
  writeFileSync(join(dir, 'token'), localToken(createSecretBox([testKey])));
  pod = await asPodOf(cluster, 'iam-doorwright-operator', namespace);
}, clusterHookTimeout);

afterAll(async () => {
  rmSync(dir, { recursive: true });
  await Promise.all([cluster?.stop(), app?.stop()]);
});

const kubectl = (args: string[], stdin?: string) => succeed(cluster, [...args, '-n', 'shop'], stdin);
const apply = (...items: object[]) =>
  kubectl(['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
const mine = (kind: string, name: string, spec: object) => a(kind, name, spec, { namespace: 'shop' });
const ready = (what: string) => kubectl(['wait', '--for=condition=Ready', what, '--timeout=20s']);
const secret = (name: string, value: string) => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name, namespace: 'shop' },
  stringData: { value },
});

const bundle = [
  mine('Organization', 'acme', { displayName: 'Acme' }),
  mine('Cert', 'signing', { cryptoAlgorithm: 'ES256' }),
  mine('Provider', 'github', {
    category: 'OAuth',
    type: 'GitHub',
    clientId: 'Iv1.0123456789',
    clientSecretRef: { name: 'github', key: 'value' },
  }),
  mine('Application', 'web', {
    organizationRef: { name: 'acme' },
    certRef: { name: 'signing' },
    providers: [{ providerRef: { name: 'github' } }],
    generate: true,
    redirectUris: ['https://shop.acme.example/callback'],
  }),
  mine('Syncer', 'people', { organizationRef: { name: 'acme' }, type: 'Database', host: 'hr.acme.example' }),
];
const all = bundle.map(({ kind, metadata }) => `${kind.toLowerCase()}.doorwright.dev/${metadata.name}`);
const web = 'application.doorwright.dev/web';

async function reason(what: string, expected: string): Promise<void> {
  const path = `jsonpath={.status.conditions[?(@.type=="Ready")].reason}`;
  await eventually(async () => (await kubectl(['get', what, '-o', path])) === expected);
}

/** As a backup brings it back, with no owner. */
const kept = {
  ...secret('kept-oidc', ''),
  metadata: { name: 'kept-oidc', namespace: 'shop', labels: { 'doorwright.dev/managed': 'true' } },
  stringData: { OIDC_CLIENT_ID: 'kept', OIDC_CLIENT_SECRET: 'kept-s3cret-value' },
};

/** Asked for by the cluster when the Secret that was kept gets its owner; no request of its own shows it. */
const askedByAdmission = ['delete secrets in shop'];

/** What a year brings, in a minute. */
async function live(): Promise<void> {
  await apply(...bundle, secret('github', 'first-s3cret'));
  for (const what of all) await ready(what);
  await kubectl(['patch', web, '--type=merge', '-p', '{"spec":{"displayName":"Shop"}}']);
  await apply(secret('github', 'second-s3cret'));
  for (const at of ['one', 'two']) {
    // The second time the event is told of again, which continues its series.
    await kubectl(['delete', 'secret', 'github']);
    await reason('provider.doorwright.dev/github', 'SecretMissing');
    await apply(secret('github', `${at}-s3cret`));
    await reason('provider.doorwright.dev/github', 'Reconciled');
  }
  await kubectl(['annotate', web, 'doorwright.dev/rotate-at=now']);
  await eventually(async () => (await kubectl(['get', web, '-o', 'jsonpath={.status.lastHandledRotateAt}'])) === 'now');
  await kubectl(['delete', 'secret', 'web-oidc']);
  await eventually(async () => (await cluster.kubectl(['get', 'secret', 'web-oidc', '-n', 'shop'])).code === 0);
  await apply(kept, mine('Application', 'kept', { organizationRef: { name: 'acme' }, generate: true }));
  await ready('application.doorwright.dev/kept');
  expect(await kubectl(['get', 'secret', 'kept-oidc', '-o', 'jsonpath={.metadata.ownerReferences[0].name}'])).toBe(
    'kept',
  );
  const uid = await kubectl(['get', 'syncer.doorwright.dev/people', '-o', 'jsonpath={.metadata.uid}']);
  await kubectl(['annotate', 'syncer.doorwright.dev/people', `doorwright.dev/force-finalize=${uid}`]);
  await kubectl(['delete', 'syncer.doorwright.dev/people', '--timeout=20s']);
  const stone = ['get', 'secret', `doorwright-tombstone-${uid}`, '-n', namespace];
  await eventually(async () => (await cluster.kubectl(stone)).code !== 0, 30_000);
  await kubectl(['delete', web, '--timeout=20s']);
}

test('T18: the operator does everything with the rights that the chart gives it, and has no other', async () => {
  const settings = {
    DOORWRIGHT_API_URL: app.url,
    DOORWRIGHT_WATCH_NAMESPACES: 'shop',
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(dir, 'token'),
    PORT: '0',
    // By what the kubelet puts into the pod alone.
    KUBECONFIG: '',
  };
  const operator = pod.start(['node', 'operator/main.ts'], settings);
  operator.stdout?.resume();
  await live();
  operator.kill('SIGTERM');
  await once(operator, 'exit');
  const { code, said } = await pod.run(
    ['node', 'operator/bin/uninstall.ts', 'iam-doorwright-operator', 'Orphan'],
    settings,
  );
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
}, 180_000);
