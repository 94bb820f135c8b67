import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';

const serviceAccountNamespace = '/var/run/secrets/kubernetes.io/serviceaccount/namespace';

/** The cluster that KUBECONFIG names, else the one whose pod this is, else the developer's own; undefined if there is none. */
export function findKubeConfig(environment: Record<string, string | undefined>): KubeConfig | undefined {
  const config = new KubeConfig();
  const usual = join(homedir(), '.kube', 'config');
  if (environment.KUBECONFIG) config.loadFromFile(environment.KUBECONFIG);
  else if (environment.KUBERNETES_SERVICE_HOST) config.loadFromCluster();
  else if (existsSync(usual)) config.loadFromFile(usual);
  else return undefined;
  return config;
}

/** Where the lease and the tombstones live. */
export function ownNamespace(config: KubeConfig): string {
  if (existsSync(serviceAccountNamespace)) return readFileSync(serviceAccountNamespace, 'utf8').trim();
  return config.getContextObject(config.getCurrentContext())?.namespace ?? 'default';
}
