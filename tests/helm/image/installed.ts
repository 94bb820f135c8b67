import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { succeed } from '../../crds/cluster.ts';
import { type Cluster, startCluster } from '../../harness/cluster/cluster.ts';
import { freePort } from '../../harness/cluster/ports.ts';
import { eventually } from '../../operator/world/cluster-world.ts';
import { helm, render } from '../output/chart.ts';
import type { Built } from './buildah.ts';
import { type Database, startDatabase } from './database.ts';
import { type Node, type Pod, startPod } from './pod.ts';
import { bring, openService } from './service.ts';
import { deployed } from './template.ts';

export interface Installed {
  cluster: Cluster;
  /** The address of the api’s Service on this machine, which is the origin. */
  url: string;
  api: Pod[];
  operator: Pod[];
  /** Starts a pod of a Deployment and waits until it is ready. */
  start(component: 'api' | 'operator', image: Built): Promise<Pod>;
  /** How many pods the chart wants. */
  replicas(component: 'api' | 'operator'): number;
  stop(): Promise<void>;
}

const namespace = 'identity';
const databaseHost = 'postgres.example.com';
export const tenants = ['rivermill', 'rivermill-shop', 'acme'];

const valuesFor = (origin: string, cluster: Cluster) => ({
  origin,
  database: { existingSecret: { name: 'database' } },
  watch: { namespaces: tenants },
  operator: { platformNamespaces: [namespace, ...tenants] },
  kubernetes: { issuer: cluster.url },
  api: {
    extraVolumes: [{ name: 'database-ca', secret: { secretName: 'database-ca' } }],
    extraVolumeMounts: [{ name: 'database-ca', mountPath: '/etc/doorwright/database', readOnly: true }],
  },
});

async function prepare(cluster: Cluster, { password, authority }: Database): Promise<void> {
  for (const each of [namespace, ...tenants]) await succeed(cluster, ['create', 'namespace', each]);
  const secret = (name: string, ...data: string[]) =>
    succeed(cluster, [
      'create',
      'secret',
      'generic',
      name,
      '-n',
      namespace,
      ...data.map((each) => `--from-literal=${each}`),
    ]);
  const tls = 'sslmode=verify-full&sslrootcert=/etc/doorwright/database/ca.crt';
  await secret('database', `uri=postgres://doorwright:${password}@${databaseHost}:5432/doorwright?${tls}`);
  await secret('database-ca', `ca.crt=${authority}`);
}

/** A cluster with the release `iam`, and a node of our own making that runs its pods from an image. */
export async function install(folder: string): Promise<Installed> {
  const nodeFolder = join(folder, 'node');
  mkdirSync(nodeFolder, { mode: 0o711 });
  const cluster = await startCluster();
  const database = await startDatabase(databaseHost).catch(async (error) => {
    await cluster.stop();
    throw error;
  });
  const pods = { api: [] as Pod[], operator: [] as Pod[] };
  const stops: { stop(): void }[] = [];
  const stop = async () => {
    await Promise.all([...pods.api, ...pods.operator].map((pod) => pod.stop()));
    for (const each of stops) each.stop();
    await Promise.all([cluster.stop(), database.stop()]);
  };
  try {
    const port = await freePort();
    const values = valuesFor(`http://localhost:${port}`, cluster);
    await prepare(cluster, database);
    const made = await helm(['install', 'iam', 'helm', '--namespace', namespace], values, {
      KUBECONFIG: cluster.kubeconfig,
    });
    if (made.code !== 0) throw new Error(made.stderr);
    // Helm does not wait until the new definitions are served.
    await eventually(async () => (await cluster.kubectl(['get', 'doorwright', '-A'])).code === 0);
    const objects = await render(values);

    const socket = (name: string) => join(nodeFolder, `${name}.sock`);
    stops.push(
      await openService(8000, () => pods.api, { host: '127.0.0.1', port }),
      await openService(8001, () => pods.api, { path: socket('declared') }),
      await bring(socket('kubernetes'), Number(new URL(cluster.url).port)),
      await bring(socket('postgres'), database.port),
    );
    const node: Node = {
      folder: nodeFolder,
      cluster,
      namespace,
      services: [
        { names: ['kubernetes.default.svc'], port: 443, socket: socket('kubernetes') },
        { names: [databaseHost], port: 5432, socket: socket('postgres') },
        { names: [`iam-doorwright-api-declared.${namespace}.svc`], port: 8001, socket: socket('declared') },
      ],
    };
    const template = (component: string) => deployed(objects, `iam-doorwright-${component}`);
    return {
      cluster,
      url: `http://localhost:${port}`,
      ...pods,
      replicas: (component) => template(component).replicas,
      async start(component, image) {
        const pod = await startPod(node, template(component).pod, image);
        pods[component].push(pod);
        let end: number | undefined;
        void pod.container.ended.then((code) => (end = code));
        await eventually(() => {
          if (end !== undefined) throw new Error(`${pod.name} ended with ${end}: ${pod.container.output()}`);
          return pod.isReady();
        }, 240_000);
        return pod;
      },
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}
