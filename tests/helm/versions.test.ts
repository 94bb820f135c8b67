import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecretBox } from '@doorwright/api/db/secret-box.ts';
import { localToken } from '@doorwright/api/declared/local-token.ts';
import { Rest } from '@doorwright/operator/runtime/rest.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../crds/cluster.ts';
import { declaredKinds } from '../crds/declared-kinds.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { type Cluster, clusterHookTimeout, startCluster } from '../harness/cluster.ts';
import { inSmall, size } from '../harness/size.ts';
import { testKey } from '../harness/template.ts';
import { a, type Declared } from '../operator/declared-world.ts';
import { eventually, kubeConfig } from '../operator/runtime-world.ts';
import { asPodOf } from './as-pod.ts';
import { helm, least, type Said } from './chart.ts';
import { nextChart } from './next-chart.ts';

const many = size(100, 10_000);
const namespace = 'identity';
const values = { ...least, watch: { namespaces: ['shop'] } };
const dir = mkdtempSync(join(tmpdir(), 'doorwright-versions-'));
let cluster: Cluster;
let app: TestApp;
let rest: Rest;
let stopOperator: () => void = () => {};

const release = (args: string[], more: object = {}): Promise<Said> => {
  const takesValues = args[0] !== 'rollback';
  const all = [...args, '--namespace', namespace];
  return helm(all, takesValues ? { ...values, ...more } : {}, { KUBECONFIG: cluster.kubeconfig });
};
const done = { code: 0 };

beforeAll(async () => {
  [cluster, app] = await Promise.all([startCluster({ controllerManager: false }), startApp()]);
  rest = new Rest(kubeConfig(cluster));
  for (const name of [namespace, 'shop', 'archive']) await succeed(cluster, ['create', 'namespace', name]);
  expect(await release(['install', 'iam', 'helm'])).toMatchObject(done);
  await eventually(async () => (await cluster.kubectl(['get', 'doorwright', '-A'])).code === 0);
  writeFileSync(join(dir, 'token'), localToken(createSecretBox([testKey])));
  const pod = await asPodOf(cluster, 'iam-doorwright-operator', namespace);
  const operator = pod.start(['node', 'operator/main.ts'], {
    DOORWRIGHT_API_URL: app.url,
    DOORWRIGHT_WATCH_NAMESPACES: 'shop',
    DOORWRIGHT_OPERATOR_TOKEN_FILE: join(dir, 'token'),
    PORT: '0',
  });
  operator.stdout?.resume();
  stopOperator = () => operator.kill('SIGKILL');
}, clusterHookTimeout);

afterAll(async () => {
  stopOperator();
  rest?.close();
  rmSync(dir, { recursive: true });
  await Promise.all([cluster?.stop(), app?.stop()]);
});

const specs: Record<string, (name: string) => object> = {
  Organization: (displayName) => ({ displayName, tags: ['staff'], deletionProtection: false }),
  Cert: () => ({ cryptoAlgorithm: 'ES256', publishSeconds: 60 }),
  Provider: (clientId) => ({ category: 'OAuth', type: 'GitHub', clientId }),
  Application: (name) => ({ organizationRef: { name }, generate: true, redirectUris: [`https://${name}.example/`] }),
  Syncer: (name) => ({ organizationRef: { name }, type: 'Database', host: 'hr.example' }),
};

const pathOf = (plural: string, version: string, where = 'archive') =>
  `/apis/doorwright.dev/${version}/namespaces/${where}/${plural}`;

/** Everything that is stored, as one version tells it, but for the version itself. */
async function stored(version: string): Promise<object[]> {
  const all: object[] = [];
  for (const { plural } of declaredKinds) {
    const { items } = await rest.json<{ items: Declared[] }>({ method: 'GET', path: pathOf(plural, version) });
    all.push(...items.map(({ kind, metadata: { name, uid }, spec, status }) => ({ kind, name, uid, spec, status })));
  }
  return all;
}

/** In turns, eight at a time. */
async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const left = items[Symbol.iterator]() as IterableIterator<T>;
  const worker = async () => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}

/** The operator goes on, whichever version somebody writes with. */
async function isReconciled(version: string, displayName: string): Promise<void> {
  const body = {
    ...a('Organization', 'acme', { displayName }, { namespace: 'shop' }),
    apiVersion: `doorwright.dev/${version}`,
  };
  await succeed(cluster, ['apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify(body));
  await eventually(async () => {
    const row = await app.db('organizations').where({ name: 'acme' }).first('display_name');
    return row?.display_name === displayName;
  });
}

test(
  `T17${inSmall}: ${many} stored objects live through the next version of their definitions, and through the way back`,
  async () => {
    await forEach(Array.from({ length: many }).keys(), async (index) => {
      const { kind, plural } = declaredKinds[index % declaredKinds.length] as (typeof declaredKinds)[number];
      const name = `kept-${index}`;
      const body = a(kind, name, specs[kind]?.(name), { namespace: 'archive' });
      await rest.json({ method: 'POST', path: pathOf(plural, 'v1alpha1'), body });
    });
    const before = await stored('v1alpha1');
    expect(before).toHaveLength(many);
    await isReconciled('v1alpha1', 'Before');

    const next = await nextChart();
    try {
      const begun = performance.now();
      expect(await release(['upgrade', 'iam', next.path])).toMatchObject(done);
      await eventually(async () => (await cluster.kubectl(['get', '--raw', pathOf('certs', 'v1beta1')])).code === 0);
      expect(await stored('v1alpha1')).toEqual(before);
      expect(await stored('v1beta1')).toEqual(before);
      await isReconciled('v1beta1', 'Meanwhile');

      // A write that changes nothing stores the object anew, in the version that is stored now.
      for (const { plural } of declaredKinds) {
        const { items } = await rest.json<{ items: Declared[] }>({ method: 'GET', path: pathOf(plural, 'v1beta1') });
        const patch = { method: 'PATCH', contentType: 'application/merge-patch+json', body: {} } as const;
        await forEach(items, ({ metadata }) =>
          rest.json({ ...patch, path: `${pathOf(plural, 'v1beta1')}/${metadata.name}` }),
        );
      }
      console.log(
        `T17${inSmall}: ${many} objects migrated ${((performance.now() - begun) / 1000).toFixed(1)} s after the upgrade began`,
      );
      expect(await stored('v1beta1')).toEqual(before);
    } finally {
      await next.remove();
    }

    const refused = await release(['rollback', 'iam', '1']);
    expect(refused.code).not.toBe(0);
    // Before our own policy is asked: what was stored in a version needs that version.
    expect(refused.stderr).toContain('v1beta1 was previously a storage version');
    expect(await release(['upgrade', 'iam', 'helm'], { crds: { enabled: false } })).toMatchObject(done);
    expect(await stored('v1alpha1')).toEqual(before);
    await isReconciled('v1alpha1', 'After');
  },
  size(90_000, 900_000),
);
