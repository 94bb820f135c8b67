import type { Rendered } from '../output/chart.ts';
import type { Volume } from './volumes.ts';

interface Probe {
  httpGet: { path: string; port: string };
  periodSeconds: number;
  timeoutSeconds?: number;
  failureThreshold?: number;
}

export interface ContainerTemplate {
  name: string;
  command: string[];
  args?: string[];
  ports?: { name: string; containerPort: number }[];
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[];
  securityContext: {
    allowPrivilegeEscalation: boolean;
    readOnlyRootFilesystem: boolean;
    capabilities: { drop: string[] };
  };
  resources: { limits: { memory: string } };
  volumeMounts?: { name: string; mountPath: string; subPath?: string; readOnly?: boolean }[];
  startupProbe?: Probe;
  livenessProbe?: Probe;
  readinessProbe?: Probe;
  lifecycle?: { preStop: { sleep: { seconds: number } } };
}

export interface PodTemplate {
  serviceAccountName: string;
  terminationGracePeriodSeconds: number;
  securityContext: { runAsUser: number; runAsGroup: number; fsGroup: number };
  initContainers?: ContainerTemplate[];
  containers: [ContainerTemplate];
  volumes: Volume[];
}

/** What a Deployment of the chart starts, how often. */
export function deployed(objects: Rendered[], name: string): { replicas: number; pod: PodTemplate } {
  const found = objects.find(({ kind, metadata }) => kind === 'Deployment' && metadata.name === name);
  if (!found) throw new Error(`The chart has no Deployment ${name}`);
  const { replicas, template } = found.spec as { replicas: number; template: { spec: PodTemplate } };
  return { replicas, pod: template.spec };
}

export type { Probe };
