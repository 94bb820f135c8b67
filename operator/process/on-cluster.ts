import { operatorLease, tombstoneConfigMaps } from '@doorwright/crds/derive/rbac.ts';
import { type FoundCluster, findCluster } from '../runtime/cluster/kube-config.ts';
import { guardProcess } from '../runtime/observe/guard.ts';
import { runOperator } from '../runtime/run-operator.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { reconcilersFor } from './reconcilers-for.ts';

/** Runs until the signal, and returns the exit code. */
export async function onCluster(config: Config, signal: AbortSignal): Promise<number> {
  const { access, namespace } = whichCluster();
  return runOperator({
    cluster: access,
    namespace,
    lease: operatorLease,
    tombstones: tombstoneConfigMaps,
    watchNamespaces: config.watchNamespaces,
    syncPeriodSeconds: config.syncPeriodSeconds,
    pausedKinds: config.pausedKinds,
    dryRun: config.dryRun,
    guard: guardProcess,
    health: config.health,
    reconcilers: reconcilersFor(config, { ...config, platformNamespaces: config.platformNamespaces ?? [namespace] }),
    signal,
  });
}

function whichCluster(): FoundCluster {
  let found: FoundCluster | undefined;
  try {
    found = findCluster();
  } catch (error) {
    throw new ConfigError(`KUBECONFIG «${process.env.KUBECONFIG}» cannot be used: ${(error as Error).message}.`);
  }
  if (!found) throw new ConfigError('KUBECONFIG names no cluster, and this is no pod of one.');
  return found;
}
