import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Cluster } from '../../harness/cluster/cluster.ts';
import type { Built } from './buildah.ts';
import { type Container, startContainer } from './container.ts';
import { type Network, openNetwork, type Reached } from './network.ts';
import { type Probed, probe } from './probes.ts';
import type { ContainerTemplate, PodTemplate } from './template.ts';
import { makeVolume, makeWritable, type Owner, secretData } from './volumes.ts';

export interface Node {
  folder: string;
  cluster: Cluster;
  namespace: string;
  /** All that a pod can reach. */
  services: Reached[];
}

export interface Pod {
  name: string;
  container: Container;
  isReady(): boolean;
  socketOf(port: number): string;
  failures: string[];
  /** Ends it as the kubelet does. */
  terminate(): Promise<{ code: number; ms: number }>;
  /** Kills what is left of it. */
  stop(): Promise<void>;
}

/** How long after a deletion a Service still sends connections to a pod. */
const forgottenAfterMs = 1000;
const tokensEveryMs = 4 * 60_000;
let count = 0;

const bytes = (text: string) => {
  const [, number = '', unit = ''] = /^(\d+)(Mi|Gi)$/.exec(text) ?? [];
  return Number(number) * 2 ** (unit === 'Gi' ? 30 : 20);
};

async function environmentOf(
  node: Node,
  image: Built,
  { env = [] }: ContainerTemplate,
): Promise<Record<string, string>> {
  const environment = Object.fromEntries(image.config.Env.map((each) => each.split(/=(.*)/s, 2) as [string, string]));
  // The kubelet adds them for clients within the cluster.
  Object.assign(environment, { KUBERNETES_SERVICE_HOST: 'kubernetes.default.svc', KUBERNETES_SERVICE_PORT: '443' });
  for (const { name, value, valueFrom } of env) {
    const secret = valueFrom && (await secretData(node, valueFrom.secretKeyRef.name));
    environment[name] = secret ? (secret[valueFrom.secretKeyRef.key] ?? '') : (value ?? '');
  }
  return environment;
}

/** Starts a pod of the chart from an image, all as its template says, and does not wait until it is ready. */
export async function startPod(node: Node, template: PodTemplate, image: Built): Promise<Pod> {
  const [main] = template.containers;
  const name = `${main.name}-${++count}`;
  const folder = join(node.folder, name);
  mkdirSync(folder);
  const { runAsUser: uid, runAsGroup: gid, fsGroup } = template.securityContext;
  const owner: Owner = { ...node, serviceAccount: template.serviceAccountName, group: fsGroup };
  const volume = (each: string) => join(folder, `volume-${each}`);
  const fills = await Promise.all(template.volumes.map((each) => makeVolume(volume(each.name), owner, each)));
  const ports = (main.ports ?? []).map(({ containerPort }) => containerPort);
  // The pod itself listens on these ports, at all addresses.
  const reached = node.services.filter(({ port }) => !ports.includes(port));
  const network: Network = await openNetwork(join(folder, 'n'), ports, reached);

  const start = async (container: ContainerTemplate): Promise<Container> => {
    const mounts = (container.volumeMounts ?? []).map(({ name: from, mountPath, subPath, readOnly }) => {
      const source = subPath ? join(volume(from), subPath) : volume(from);
      if (subPath) makeWritable(source, fsGroup);
      return { source, target: mountPath, isReadOnly: readOnly };
    });
    const { allowPrivilegeEscalation, readOnlyRootFilesystem, capabilities } = container.securityContext;
    return startContainer(folder, {
      name: `${name}-${container.name}`,
      files: image.files,
      args: [...container.command, ...(container.args ?? [])],
      environment: await environmentOf(node, image, container),
      workingDir: image.config.WorkingDir,
      user: { uid, gid, groups: [fsGroup] },
      isReadOnly: readOnlyRootFilesystem,
      dropsCapabilities: capabilities.drop.includes('ALL'),
      noNewPrivileges: !allowPrivilegeEscalation,
      memory: bytes(container.resources.limits.memory),
      mounts: [...mounts, { source: network.hostsFile, target: '/etc/hosts', isReadOnly: true }],
      networkOf: network.pid,
    });
  };

  for (const each of template.initContainers ?? []) {
    const container = await start(each);
    if ((await container.ended) !== 0) throw new Error(`${each.name} failed: ${container.output()}`);
  }
  const container = await start(main);
  const probed: Probed = probe(main, (port) =>
    network.socketOf(main.ports?.find((each) => each.name === port)?.containerPort ?? 0),
  );
  const renewal = setInterval(() => void Promise.all(fills.map((fill) => fill())).catch(() => {}), tokensEveryMs);
  let isForgotten = false;
  const stop = async () => {
    clearInterval(renewal);
    probed.stop();
    await container.signal('KILL');
    await container.ended;
    network.stop();
  };
  return {
    name,
    container,
    isReady: () => !isForgotten && probed.isReady(),
    socketOf: network.socketOf,
    failures: probed.failures,
    async terminate() {
      setTimeout(() => (isForgotten = true), forgottenAfterMs);
      await pause((main.lifecycle?.preStop.sleep.seconds ?? 0) * 1000);
      const began = performance.now();
      await container.signal('TERM');
      const tooLong = setTimeout(() => void container.signal('KILL'), template.terminationGracePeriodSeconds * 1000);
      const code = await container.ended;
      clearTimeout(tooLong);
      const ms = performance.now() - began;
      await stop();
      return { code, ms };
    },
    stop,
  };
}
