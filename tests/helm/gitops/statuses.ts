import { asPaused, type Condition, type Detail, withReady } from '@doorwright/operator/runtime/conditions.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { type DetailType, reasons } from '@doorwright/operator/runtime/reasons.ts';
import { statusChange } from '@doorwright/operator/runtime/status.ts';

/** These conditions exist only while they are true. The others are True, False or Unknown. */
const onlyTrue: readonly string[] = ['Drifted', 'Reconciling', 'Stalled'];

const details: Detail[] = (Object.keys(reasons) as DetailType[]).flatMap((type) =>
  reasons[type].flatMap((reason) =>
    (onlyTrue.includes(type) ? (['True'] as const) : (['True', 'False', 'Unknown'] as const)).map(
      (status) => ({ type, status, reason, message: `${reason} is ${status}` }) as Detail,
    ),
  ),
);

const pairs = details.flatMap((one, index) =>
  details.slice(index + 1).flatMap((other) => (one.type === other.type ? [] : [[one, other]])),
);

/** The results of a pass: none, one, or two about different conditions. */
const findings: Detail[][] = [[], ...details.map((detail) => [detail]), ...pairs];

const generation = 3;
const fresh: KubernetesObject = {
  apiVersion: 'doorwright.dev/v1alpha1',
  kind: 'Application',
  metadata: { namespace: 'shop', name: 'checkout', uid: 'u', generation },
  // The API server sets this by the definition.
  status: { observedGeneration: -1 },
};

const written = (conditions: Condition[], observed = generation): KubernetesObject => {
  const status = statusChange(fresh, { conditions, generation: observed }, Date.UTC(2026, 0)) ?? fresh.status;
  return { ...fresh, status } as KubernetesObject;
};

const but = (object: KubernetesObject, metadata: object): KubernetesObject => ({
  ...object,
  metadata: { ...object.metadata, ...metadata },
});

/** Every status that the operator can write, made by its own code, with the later statuses. */
export const statuses: { what: string; object: KubernetesObject }[] = [
  { what: 'in its first second', object: fresh },
  { what: 'paused before anybody looked', object: written(asPaused([]), -1) },
  ...findings.flatMap((found) => {
    const name = found.map(({ type, status, reason }) => `${type}=${status}/${reason}`).join(' ') || 'nothing to say';
    const conditions = withReady({ details: found, ready: 'Reconciled' });
    const object = written(conditions);
    const paused = written(asPaused(conditions));
    return [
      { what: name, object },
      { what: `${name}, changed since`, object: but(object, { generation: generation + 1 }) },
      { what: `${name}, paused`, object: paused },
      { what: `${name}, paused and changed since`, object: but(paused, { generation: generation + 1 }) },
      { what: `${name}, being deleted`, object: but(object, { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
    ];
  }),
];
