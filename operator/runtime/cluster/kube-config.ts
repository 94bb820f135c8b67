import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type ClusterAccess, podAccess } from './cluster-access.ts';

type Environment = Record<string, string | undefined>;

export interface FoundCluster {
  access: ClusterAccess;
  /** The namespace of the lease and the tombstones. */
  namespace: string;
}

const credentialsOf = ({ DOORWRIGHT_CLUSTER_CREDENTIALS }: Environment) =>
  DOORWRIGHT_CLUSTER_CREDENTIALS ?? '/var/run/secrets/kubernetes.io/serviceaccount';

/** Reads a person's kubeconfig. Its library takes 80 MiB, so pods do without it. */
async function fromFile(path: string): Promise<FoundCluster> {
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  config.loadFromFile(path);
  return { access: config, namespace: config.getContextObject(config.getCurrentContext())?.namespace ?? 'default' };
}

/** The cluster of KUBECONFIG, of this pod, or of the default kubeconfig; undefined without any. */
export async function findCluster(environment: Environment): Promise<FoundCluster | undefined> {
  const { KUBECONFIG, KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port } = environment;
  if (KUBECONFIG) return fromFile(KUBECONFIG);
  if (host) {
    const credentials = credentialsOf(environment);
    const namespace = readFileSync(join(credentials, 'namespace'), 'utf8').trim();
    return { access: podAccess({ host, port }, credentials), namespace };
  }
  const usual = join(homedir(), '.kube', 'config');
  return existsSync(usual) ? fromFile(usual) : undefined;
}
