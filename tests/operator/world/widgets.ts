import { tombstoneConfigMaps } from '@doorwright/crds/derive/rbac.ts';
import { systemClock } from '@doorwright/operator/runtime/clock.ts';
import { ClusterSource } from '@doorwright/operator/runtime/cluster/cluster-source.ts';
import { EventRecorder } from '@doorwright/operator/runtime/cluster/events.ts';
import type { Condition } from '@doorwright/operator/runtime/conditions.ts';
import { Controller } from '@doorwright/operator/runtime/controller.ts';
import { type KubernetesObject, nameOf, storeKey } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { createMetrics } from '@doorwright/operator/runtime/observe/metrics.ts';
import { Redactor } from '@doorwright/operator/runtime/observe/redact.ts';
import type { Conclusion, Reconciler } from '@doorwright/operator/runtime/reconciler.ts';
import type { Resource } from '@doorwright/operator/runtime/resource.ts';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import { aRest, eventually, silent } from './cluster-world.ts';
import { objectPath } from './resources.ts';

/** A kind for these tests only, because the runtime must work for unknown kinds. */
export interface Widget extends KubernetesObject {
  spec: { color?: string; secretRef?: string; widgetRef?: string };
  status?: { observedGeneration?: number; conditions?: Condition[]; painted?: string };
}

export const widgets: Resource = {
  group: 'tests.doorwright.dev',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  namespaced: true,
};
export const finalizer = 'tests.doorwright.dev/paint';

const anything = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
const conditions = {
  type: 'array',
  items: anything,
  'x-kubernetes-list-type': 'map',
  'x-kubernetes-list-map-keys': ['type'],
};
const conditionItem = { ...anything, required: ['type'], properties: { type: { type: 'string' } } };
export const widgetDefinition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.tests.doorwright.dev' },
  spec: {
    group: widgets.group,
    scope: 'Namespaced',
    names: { kind: 'Widget', plural: 'widgets', singular: 'widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: anything,
              status: { ...anything, properties: { conditions: { ...conditions, items: conditionItem } } },
            },
          },
        },
      },
    ],
  },
};

export type Behaviour = (widget: Widget, passes: number, signal: AbortSignal) => Conclusion | Promise<Conclusion>;

export const painted: Behaviour = ({ spec }) => ({
  details: [{ type: 'Synced', status: 'True', reason: 'InSync', message: 'Painted' }],
  facts: { painted: spec.color },
});

/** A reconciler whose behaviour a test chooses for each object. It remembers its calls. */
export function widgetReconciler(behave: Behaviour = painted) {
  const passes: string[] = [];
  const removed: string[] = [];
  const reconciler: Reconciler<Widget, Widget> = {
    resource: widgets,
    finalizer,
    owns: ({ spec }) => spec.color !== 'merely observed',
    references: ({ metadata, spec }) => (spec.widgetRef ? [`Widget/${metadata.namespace}/${spec.widgetRef}`] : []),
    secrets: ({ metadata, spec }) => (spec.secretRef ? [`${metadata.namespace}/${spec.secretRef}`] : []),
    gather: async ({ object }) => {
      passes.push(storeKey(nameOf(object)));
      return object;
    },
    checks: [],
    act: async (widget, { signal }) => {
      const key = storeKey(nameOf(widget));
      return behave(widget, passes.filter((pass) => pass === key).length, signal);
    },
    remove: async ({ object }) => {
      removed.push(object.metadata.name);
      return { gone: true };
    },
  };
  return { reconciler, passes, removed };
}

/** An operator of one kind on the cluster, without the lease. */
export async function anOperator(
  cluster: Cluster,
  { reconciler }: { reconciler: Reconciler },
  syncPeriodSeconds = 300,
) {
  const rest = aRest(cluster);
  const clock = systemClock;
  const redactor = new Redactor();
  const log = silent;
  const events = new EventRecorder({ client: rest, clock, redactor, log, instance: 'test-0' });
  const source = new ClusterSource({
    client: rest,
    events,
    tombstones: { namespace: 'default', names: tombstoneConfigMaps },
    clock,
    random: Math.random,
    log,
  });
  const metrics = createMetrics();
  const controller = new Controller({ source, clock, random: Math.random, redactor, log, metrics, syncPeriodSeconds });
  controller.watch([reconciler]);
  await controller.start();
  return {
    controller,
    source,
    events,
    redactor,
    metrics,
    async stop() {
      await controller.stop();
      await source.close();
      rest.close();
    },
  };
}

/** Actions of a person with kubectl. */
export function widgetUser(cluster: Cluster) {
  const rest = aRest(cluster);
  const path = (namespace: string, name = '') => objectPath(widgets, { namespace, name }).replace(/\/$/, '');
  const get = (namespace: string, name: string) => rest.json<Widget>({ method: 'GET', path: path(namespace, name) });
  const merge = (namespace: string, name: string, body: unknown) =>
    rest.json<Widget>({
      method: 'PATCH',
      path: path(namespace, name),
      contentType: 'application/merge-patch+json',
      body,
    });
  return {
    rest,
    get,
    async define() {
      await rest.json({
        method: 'POST',
        path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
        body: widgetDefinition,
      });
      await eventually(() =>
        rest.json({ method: 'GET', path: '/apis/tests.doorwright.dev/v1/widgets' }).then(
          () => true,
          () => false,
        ),
      );
    },
    create: (namespace: string, name: string, spec: Widget['spec'] = {}) =>
      rest.json<Widget>({
        method: 'POST',
        path: path(namespace),
        body: { apiVersion: 'tests.doorwright.dev/v1', kind: 'Widget', metadata: { namespace, name }, spec },
      }),
    change: (namespace: string, name: string, spec: Widget['spec']) => merge(namespace, name, { spec }),
    annotate: (namespace: string, name: string, annotations: Record<string, string | null>) =>
      merge(namespace, name, { metadata: { annotations } }),
    remove: (namespace: string, name: string) => rest.json({ method: 'DELETE', path: path(namespace, name) }),
    secret: (namespace: string, name: string, stringData: Record<string, string>) =>
      rest.json<KubernetesObject>({
        method: 'POST',
        path: `/api/v1/namespaces/${namespace}/secrets`,
        body: { apiVersion: 'v1', kind: 'Secret', metadata: { namespace, name }, stringData },
      }),
    ready: async (namespace: string, name: string) => {
      const { status, metadata } = await get(namespace, name);
      const ready = status?.conditions?.find(({ type }) => type === 'Ready');
      return status?.observedGeneration === metadata.generation ? `${ready?.status}/${ready?.reason}` : 'stale';
    },
  };
}
