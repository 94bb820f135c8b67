import { parseArgs } from 'node:util';
import { kinds } from '@doorwright/crds';
import { type DeclaredKind, isDeclared } from '@doorwright/crds/derive/spec.ts';
import { finalizer, resourceOf } from '@doorwright/operator/reconcilers/core/resource.ts';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { ClusterSource } from '@doorwright/operator/runtime/cluster/cluster-source.ts';
import { EventRecorder } from '@doorwright/operator/runtime/cluster/events.ts';
import { type Condition, withReady } from '@doorwright/operator/runtime/conditions.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import { type Status, statusChange } from '@doorwright/operator/runtime/status.ts';
import { clusterWithDefinitions } from '../crds/cluster.ts';
import { kubeConfig, silent } from '../operator/world/cluster-world.ts';
import { Rest } from '../operator/world/rest.ts';
import { cpuSeconds } from './cpu.ts';
import { application } from './operator/company.ts';

/**
 * The cost of the API server for each write of an Application from its creation to Ready, with the operator's writes. The
 * allocated memory is the same on every machine with any load, and the time is not.
 */
const { values } = parseArgs({ allowPositionals: true, options: { objects: { type: 'string', default: '500' } } });
const objects = Number(values.objects);
process.env.GOGC ??= '400';

const cluster = await clusterWithDefinitions();
const rest = new Rest(kubeConfig(cluster));
const common = { client: rest, clock: systemClock, redactor: new Redactor(), random: Math.random, log: silent };
const source = new ClusterSource({
  ...common,
  tombstones: { namespace: 'default', names: ['tombstones'] },
  events: new EventRecorder({ ...common, instance: 'bench' }),
});
const resource = resourceOf(kinds.filter(isDeclared).find(({ kind }) => kind === 'Application') as DeclaredKind);
const namespace = 'bench';
const path = `/apis/doorwright.dev/v1alpha1/namespaces/${namespace}/applications`;

async function spent() {
  const metrics = await (await rest.open({ method: 'GET', path: '/metrics', accept: 'text/plain' })).body.text();
  const bytes = Number(/^go_memstats_alloc_bytes_total (\S+)$/m.exec(metrics)?.[1]);
  return { bytes, seconds: cpuSeconds(cluster.pids().apiserver as number) };
}

let applications: KubernetesObject[] = Array.from({ length: objects }, (_, index) =>
  application(namespace, `app-${index}`),
);

/** Runs each once, eight at a time. The next write starts from its result. */
async function write(what: string, one: (object: KubernetesObject) => Promise<KubernetesObject>) {
  const before = await spent();
  const written: KubernetesObject[] = [];
  const left = applications.values();
  const worker = async () => {
    for (const object of left) written.push(await one(object));
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  const after = await spent();
  applications = written;
  return {
    write: what,
    KiB: Math.round((after.bytes - before.bytes) / objects / 1024),
    'CPU ms': Number((((after.seconds - before.seconds) * 1000) / objects).toFixed(2)),
  };
}

const seen = withReady({
  details: [{ type: 'Reconciling', status: 'True', reason: 'Progressing', message: 'Seen for the first time' }],
  ready: 'Reconciled',
});
const done = withReady({
  details: [
    { type: 'ReferencesResolved', status: 'True', reason: 'Resolved', message: 'Everything referred to is there' },
    { type: 'Synced', status: 'True', reason: 'Applied', message: 'The API was given the declared fields' },
    { type: 'CredentialsReady', status: 'True', reason: 'Issued', message: 'Its Secret contains the connection data' },
  ],
  ready: 'Reconciled',
});
const facts = { externalId: 'admin/app', clientId: '8e75ce5e7ae5acc4b561', issuer: 'https://id.example' };

const status =
  (conditions: Condition[], facts = {}) =>
  (object: KubernetesObject) =>
    source.writeStatus(resource, object, statusChange(object, { conditions, facts }, Date.now()) as Status);

try {
  const body = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await rest.json({ method: 'POST', path: '/api/v1/namespaces', body });
  console.table([
    await write('creation', (object) => rest.json({ method: 'POST', path, body: object })),
    await write('first status', status(seen)),
    await write('finalizer', (object) => source.writeFinalizers(resource, object, [finalizer])),
    await write('last status', status(done, facts)),
  ]);
} finally {
  await source.close();
  rest.close();
  await cluster.stop();
}
