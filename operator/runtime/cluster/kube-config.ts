import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';

export interface FoundCluster {
  access: KubeConfig;
  /** The namespace of the lease and the tombstones. */
  namespace: string;
}

/** The cluster of KUBECONFIG, of this pod, or of the default kubeconfig; undefined without any. */
export function findCluster(): FoundCluster | undefined {
  const { KUBECONFIG, KUBERNETES_SERVICE_HOST, DOORWRIGHT_POD_ROOT } = process.env;
  const access = new KubeConfig();
  if (!KUBECONFIG && KUBERNETES_SERVICE_HOST) access.loadFromCluster(DOORWRIGHT_POD_ROOT);
  else if (KUBECONFIG || existsSync(join(homedir(), '.kube', 'config'))) access.loadFromDefault();
  else return undefined;
  if (!access.getCurrentCluster()) throw new Error('it names no current cluster');
  return { access, namespace: access.getContextObject(access.getCurrentContext())?.namespace?.trim() || 'default' };
}
