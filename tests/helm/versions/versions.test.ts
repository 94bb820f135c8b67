import { afterAll, beforeAll, expect, test } from 'vitest';
import { succeed } from '../../crds/cluster.ts';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { type Cluster, clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { inSmall, isFull, size, within } from '../../harness/database/size.ts';
import { eventually, kubeConfig } from '../../operator/world/cluster-world.ts';
import { Rest } from '../../operator/world/rest.ts';
import { inShop } from '../release/bundle.ts';
import { type Installation, installation } from '../release/installation.ts';
import { converted, newer, older } from './conversion.ts';
import { type ConversionWebhook, conversionWebhook } from './conversion-webhook.ts';
import { type NextRelease, nextChart } from './next-chart.ts';
import { migrate, pathOf, type Stored, store, stored, type Version } from './stored-objects.ts';

const many = size(24, 10_000);
let installed: Installation;
let cluster: Cluster;
let webhook: ConversionWebhook;
let rest: Rest;
let stopOperator: () => void = () => {};

beforeAll(async () => {
  installed = await installation({ controllerManager: false });
  cluster = installed.cluster;
  rest = new Rest(kubeConfig(cluster));
  webhook = await conversionWebhook(cluster);
  await succeed(cluster, ['create', 'namespace', 'archive']);
  const operator = installed.startOperator();
  stopOperator = () => operator.kill('SIGKILL');
}, clusterHookTimeout);

afterAll(async () => {
  stopOperator();
  rest?.close();
  await webhook?.kill();
  await installed?.stop();
});

async function upgradeTo(chart: string, values: object): Promise<void> {
  const { code, stderr } = await installed.release(['upgrade', 'iam', chart], values);
  if (code !== 0) throw new Error(stderr);
}

/** A release that serves v1beta1 beside v1alpha1, and stores one of them. */
async function upgrade(next: Omit<NextRelease, 'clientConfig'>, values = {}): Promise<void> {
  const chart = await nextChart({ ...next, clientConfig: webhook.clientConfig });
  try {
    await upgradeTo(chart.path, values);
  } finally {
    await chart.remove();
  }
  for (const { plural } of declaredKinds) await isServed(plural, 'v1beta1');
}

const isServed = (plural: string, version: Version) =>
  eventually(async () => (await cluster.kubectl(['get', '--raw', `${pathOf(plural, version)}?limit=1`])).code === 0);

const never = (error: unknown) => Promise.reject(error);

const startAgain = (error: unknown) =>
  String(error).includes('conversion webhook') ? webhook.start() : Promise.resolve();

const definitionsStay = { crds: { enabled: false } };

async function rollbackIsRefused(): Promise<void> {
  const { code, stderr } = await installed.release(['rollback', 'iam', '1']);
  expect(code).not.toBe(0);
  expect(stderr).toMatch(/Definitions are never downgraded|v1beta1 was previously a storage version/);
}

/** The operator continues with writes in either version. */
async function isReconciled(apiVersion: string, displayName: string): Promise<void> {
  const body = { ...inShop('Organization', 'acme', { displayName }), apiVersion };
  await succeed(cluster, ['apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify(body));
  await eventually(async () => {
    const row = await installed.app.db('organizations').where({ name: 'acme' }).first('display_name');
    return row?.display_name === displayName;
  }, 60_000);
}

test(
  `T17${inSmall}: ${many} stored objects survive the next version of their definitions, a killed webhook, and the way back`,
  async () => {
    await store(rest, many);
    const asOld = await stored(rest, 'v1alpha1');
    expect(asOld).toHaveLength(many);
    const asNew = asOld.map((each) => converted(each, newer));
    await isReconciled(older, 'Before');

    // A release first serves a version, and the next release stores it, so that each can be rolled back.
    const begun = performance.now();
    await webhook.start();
    await upgrade({ bundle: '0.10.0', stores: 'v1alpha1' });
    expect(await stored(rest, 'v1alpha1')).toEqual(asOld);
    expect(await stored(rest, 'v1beta1')).toEqual(asNew);
    await webhook.kill();
    expect(await stored(rest, 'v1alpha1')).toEqual(asOld);
    // A read gives the cached object or an error, and never an incomplete object.
    expect(await stored(rest, 'v1beta1').catch(() => asNew)).toEqual(asNew);
    await isReconciled(older, 'Without the webhook');
    await rollbackIsRefused();
    await upgradeTo('helm', definitionsStay);
    expect(await stored(rest, 'v1alpha1')).toEqual(asOld);
    await isReconciled(older, 'Back');
    // The second tier also stores all objects in the newer version, and goes back from there.
    if (!isFull) return;

    await webhook.start();
    await upgrade({ bundle: '0.11.0', stores: 'v1beta1' });
    await migrate(rest, asNew.slice(0, many / 2), never);
    // A server that has read the object in the newer version could write it without the webhook. This one must read it first.
    await webhook.kill();
    await cluster.restartApiServer();
    const failures = await migrate(rest, asNew.slice(many / 2), startAgain);
    expect(failures).toBeGreaterThan(0);
    for (const { plural } of declaredKinds) await storesOnly(plural, 'v1beta1');
    const seconds = (performance.now() - begun) / 1000;
    console.log(
      `T17${inSmall}: ${many} objects served, back, stored anew ${seconds.toFixed(1)} s after the first upgrade began; ${failures} writes failed meanwhile and were repeated`,
    );

    expect(await stored(rest, 'v1alpha1')).toEqual(asOld);
    await isReconciled(newer, 'Stored anew');
    // A new server can read without the webhook only objects that are stored in v1beta1.
    await webhook.kill();
    await cluster.restartApiServer();
    expect(await stored(rest, 'v1beta1')).toEqual(asNew);
    await webhook.start();
    await rollbackIsRefused();
    await upgrade({ bundle: '0.10.0', stores: 'v1alpha1' }, definitionsStay);
    expect(await stored(rest, 'v1alpha1')).toEqual(asOld);
    expect(await stored(rest, 'v1beta1')).toEqual(asNew);
    await isReconciled(older, 'After');
    await reasonSurvives(asNew.find(({ kind }) => kind === 'Cert')?.metadata.name as string);
    // Last, so that a slow machine still shows whether data was lost.
    if (isFull) expect(seconds).toBeLessThanOrEqual(120);
  },
  within(180_000, 900_000),
);

async function storesOnly(plural: string, version: Version): Promise<void> {
  const status = JSON.stringify({ status: { storedVersions: [version] } });
  await succeed(cluster, [
    'patch',
    'crd',
    `${plural}.doorwright.dev`,
    '--subresource=status',
    '--type=merge',
    '-p',
    status,
  ]);
}

/** A client of the older version writes back what it read, and the newer field stays. */
async function reasonSurvives(cert: string): Promise<void> {
  const patch = { method: 'PATCH', contentType: 'application/merge-patch+json' } as const;
  const deletionProtection = { enabled: true, reason: 'Under audit' };
  await rest.json({ ...patch, path: pathOf('certs', 'v1beta1', cert), body: { spec: { deletionProtection } } });
  const path = pathOf('certs', 'v1alpha1', cert);
  const read = await rest.json<Stored>({ method: 'GET', path });
  const body = { ...read, spec: { ...read.spec, displayName: 'Renamed' } };
  await rest.json({ method: 'PUT', path, body });
  const { spec } = await rest.json<Stored>({ method: 'GET', path: pathOf('certs', 'v1beta1', cert) });
  expect(spec).toMatchObject({ displayName: 'Renamed', deletionProtection });
}
