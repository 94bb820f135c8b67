/**
 * `uninstall.ts <deployment> Orphan|Pause` runs before the chart is removed. It stops the operator, then removes its finalizers
 * from every resource, so that no deletion hangs later. Objects in the api stay.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { kinds } from '@doorwright/crds';
import { group, version } from '@doorwright/crds/derive/custom-resource.ts';
import { operatorLease } from '@doorwright/crds/derive/rbac.ts';
import { isDeclared } from '@doorwright/crds/derive/spec.ts';
import { AppsV1Api, CoordinationV1Api, CustomObjectsApi } from '@kubernetes/client-node';
import { merged } from '../runtime/cluster/call-options.ts';
import { ClusterClient } from '../runtime/cluster/cluster-client.ts';
import { findCluster } from '../runtime/cluster/kube-config.ts';
import { listInPages } from '../runtime/cluster/list-pages.ts';
import { finalizerPatch, removingFinalizer } from '../runtime/finalizer.ts';
import { isNotFound, KubernetesError } from '../runtime/kubernetes-error.ts';
import { type KubernetesObject, nameOf } from '../runtime/kubernetes-object.ts';
import { pausedAnnotation } from '../runtime/pass-runner.ts';
import { collectionPath, type Resource } from '../runtime/resource.ts';

const finalizer = 'doorwright.dev/api-object';

const [deployment, policy] = process.argv.slice(2);
if (!deployment || (policy !== 'Orphan' && policy !== 'Pause')) {
  throw new Error('Usage: uninstall.ts <deployment> Orphan|Pause');
}
const cluster = findCluster();
if (!cluster) throw new Error('No cluster: neither KUBECONFIG nor the pod names one.');
const { namespace } = cluster;
const client = new ClusterClient(cluster.access);
const signal = new AbortController().signal;

const unlessGone = (error: unknown) => {
  if (!isNotFound(error)) throw error;
};

async function stopOperator(): Promise<void> {
  const call = { namespace, name: deployment as string, body: { spec: { replicas: 0 } } };
  await client.api(AppsV1Api).patchNamespacedDeploymentScale(call, merged()).catch(unlessGone);
}

/** The lease is free: its holder gave it back, or did not renew it for long enough. */
async function isStopped(): Promise<boolean> {
  const lease = await client
    .api(CoordinationV1Api)
    .readNamespacedLease({ namespace, name: operatorLease })
    .catch(unlessGone);
  if (!lease?.spec?.holderIdentity) return true;
  const { renewTime = 0, leaseDurationSeconds = 15 } = lease.spec;
  // Twice the time, because the clocks of two machines differ.
  return Date.now() - new Date(renewTime).getTime() > 2000 * leaseDurationSeconds;
}

async function release(resource: Resource, object: KubernetesObject): Promise<boolean> {
  const remaining = removingFinalizer(object, finalizer);
  const pause = policy === 'Pause' && object.metadata.annotations?.[pausedAnnotation] !== 'true';
  if (!remaining && !pause) return false;
  const { metadata } = finalizerPatch(object, remaining ?? object.metadata.finalizers ?? []);
  const annotations = pause && { annotations: { [pausedAnnotation]: 'true' } };
  const call = { ...resource, ...nameOf(object), body: { metadata: { ...metadata, ...annotations } } };
  await client.api(CustomObjectsApi).patchNamespacedCustomObject(call, merged()).catch(unlessGone);
  return true;
}

/** Repeats for resources that somebody changed meanwhile, until one round finds nothing to do. */
async function releaseAll(resource: Resource, served: readonly (string | undefined)[]): Promise<number> {
  const found: KubernetesObject[] = [];
  for (const each of served) {
    await listInPages({
      client,
      path: collectionPath(resource, each),
      signal,
      onItem: (item) => void found.push(item),
    });
  }
  let released = 0;
  let changed = false;
  for (const object of found) {
    try {
      if (await release(resource, object)) released++;
    } catch (error) {
      if (!(error instanceof KubernetesError && error.isConflict)) throw error;
      changed = true;
    }
  }
  return changed ? released + (await releaseAll(resource, served)) : released;
}

await stopOperator();
while (!(await isStopped())) await delay(500);
const named = (process.env.DOORWRIGHT_WATCH_NAMESPACES ?? '').split(',').filter(Boolean);
for (const { kind, plural } of kinds.filter(isDeclared)) {
  const resource = { group, version, kind, plural, namespaced: true };
  const released = await releaseAll(resource, named.length > 0 ? named : [undefined]).catch(unlessGone);
  console.log(JSON.stringify({ message: 'Released resources', kind, policy, released: released ?? 0 }));
}
client.close();
