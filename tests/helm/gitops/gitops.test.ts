import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { json } from 'node:stream/consumers';
import type { Condition } from '@doorwright/operator/runtime/conditions.ts';
import type { KubernetesObject } from '@doorwright/operator/runtime/kubernetes-object.ts';
import { beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import { declaredKinds } from '../../crds/declared-kinds.ts';
import { clusterHookTimeout } from '../../harness/cluster/cluster.ts';
import { ensurePrograms } from '../../harness/control-plane/build.ts';
import { statuses } from './statuses.ts';

interface Verdict {
  kstatus: string;
  argo: string;
  flux: string;
}

interface HealthCheck {
  apiVersion: string;
  kind: string;
  inProgress: string;
  failed: string;
  current: string;
}

const shipped = (file: string) => parse(readFileSync(`console/guide/platform/files/${file}`, 'utf8'));
const customizations = parse(shipped('argocd-cm.yaml').data['resource.customizations']);
const checks = shipped('flux-kustomization.yaml').spec.healthCheckExprs as HealthCheck[];

let verdicts: Verdict[];
beforeAll(async () => {
  const { judges } = await ensurePrograms('judges');
  const child = spawn(judges, { stdio: ['pipe', 'pipe', 'inherit'] });
  const lua = customizations['doorwright.dev/*']['health.lua'];
  child.stdin.end(JSON.stringify({ lua, flux: checks[0], objects: statuses.map(({ object }) => object) }));
  verdicts = (await json(child.stdout)) as Verdict[];
}, clusterHookTimeout);

/** The intended meaning of the conditions, written a second time. */
function meant({ metadata, status }: KubernetesObject): Verdict {
  const { observedGeneration, conditions = [] } = status as { observedGeneration: number; conditions?: Condition[] };
  const holds = (type: string) => conditions.some((each) => each.type === type && each.status === 'True');
  if (metadata.deletionTimestamp) return { kstatus: 'Terminating', argo: 'Progressing', flux: 'InProgress' };
  const isPaused = conditions.some(({ type, reason }) => type === 'Ready' && reason === 'Paused');
  const isCurrent = observedGeneration === metadata.generation;
  const health =
    isCurrent && holds('Stalled')
      ? { kstatus: 'Failed', argo: 'Degraded', flux: 'Failed' }
      : isCurrent && holds('Ready')
        ? { kstatus: 'Current', argo: 'Healthy', flux: 'Current' }
        : { kstatus: 'InProgress', argo: 'Progressing', flux: 'InProgress' };
  return isPaused ? { ...health, argo: 'Suspended' } : health;
}

test('T15: kstatus, Argo CD and Flux read every status of the operator as intended', () => {
  const wrong = statuses
    .map(({ what, object }, index) => ({ what, says: verdicts[index], means: meant(object) }))
    .filter(({ says, means }) => JSON.stringify(says) !== JSON.stringify(means));
  console.log(`T15: ${statuses.length - wrong.length} of ${statuses.length} statuses are read alike by three tools`);
  expect(wrong.slice(0, 10)).toEqual([]);
  for (const means of ['Current', 'Failed', 'InProgress', 'Terminating'])
    expect(verdicts.filter(({ kstatus }) => kstatus === means).length).toBeGreaterThan(100);
});

test('T15: no tool takes an object as ready in its first second, or after a change that the operator has not seen', () => {
  const early = statuses.flatMap(({ what }, index) =>
    /first second|changed since/.test(what) ? [verdicts[index]] : [],
  );
  for (const verdict of early) {
    expect(verdict).toMatchObject({ kstatus: 'InProgress', flux: 'InProgress' });
    expect(['Progressing', 'Suspended']).toContain(verdict?.argo);
  }
});

test('our files for GitOps tools cover every kind in the same way', () => {
  expect(Object.keys(customizations)).toEqual(['doorwright.dev/*']);
  expect(checks.map(({ kind }) => kind).sort()).toEqual(declaredKinds.map(({ kind }) => kind).sort());
  const { kind: _, ...first } = checks[0] as HealthCheck;
  for (const { kind, ...check } of checks) expect({ kind, ...check }).toEqual({ kind, ...first });
});
