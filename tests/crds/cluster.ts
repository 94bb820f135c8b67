import { type Cluster, type ClusterAccess, type ClusterOptions, startCluster } from '../harness/cluster/cluster.ts';
import { takeCluster } from '../harness/cluster/kept.ts';
import { kubectlFor } from '../harness/cluster/kubectl.ts';
import { ensurePrograms } from '../harness/control-plane/build.ts';

export interface Manifest {
  apiVersion: string;
  kind: string;
  metadata: { name: string; namespace: string };
  spec: Record<string, unknown>;
}

export const manifest = (kind: string, spec: Record<string, unknown>, name = 'example'): Manifest => ({
  apiVersion: 'doorwright.dev/v1alpha1',
  kind,
  metadata: { name, namespace: 'default' },
  spec,
});

/** Our definitions, until they are served. */
async function install(cluster: Cluster): Promise<void> {
  await succeed(cluster, ['apply', '--server-side', '-f', 'crds/manifests']);
  await succeed(cluster, ['wait', '--for=condition=Established', 'crd', '--all', '--timeout=30s']);
  const deadline = Date.now() + 30_000;
  // The condition Established is true a moment before the paths are served.
  while ((await cluster.kubectl(['get', 'doorwright', '-A'])).code !== 0) {
    if (Date.now() > deadline) throw new Error('The custom resources are not served');
  }
}

/** The worker's cluster with our definitions, and without controllers by default. */
export const keptCluster = (options: { controllerManager?: boolean } = {}): Promise<Cluster> =>
  takeCluster(install, options);

/** For tests that run on any cluster: the one of DOORWRIGHT_TEST_KUBECONFIG, or the worker's. They use names of their own. */
export async function anyCluster(): Promise<ClusterAccess & Pick<Cluster, 'stop'>> {
  // KUBECONFIG does not name one, because nobody wants tests to run on the cluster that they work with.
  const kubeconfig = process.env.DOORWRIGHT_TEST_KUBECONFIG;
  if (!kubeconfig) return keptCluster();
  const { kubectl } = await ensurePrograms('kubectl');
  return { kubeconfig, kubectl: kubectlFor(kubectl, { KUBECONFIG: kubeconfig }), stop: async () => {} };
}

/** An API server of its own with our definitions, without controllers by default: for its audit log, its flags or a process of its own. */
export async function clusterWithDefinitions(options: ClusterOptions = {}): Promise<Cluster> {
  const cluster = await startCluster({ controllerManager: false, ...options });
  await install(cluster);
  return cluster;
}

export async function succeed(cluster: Cluster, args: string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await cluster.kubectl(args, stdin);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')}: ${stderr}`);
  return stdout;
}

/** The API server's error for an object, or an empty text if it accepts it. */
export async function refusal(cluster: Cluster, object: Manifest, how: string[] = []): Promise<string> {
  const { code, stderr } = await cluster.kubectl(['apply', '-f', '-', ...how], JSON.stringify(object));
  return code === 0 ? '' : stderr;
}
