import { statSync } from 'node:fs';
import { operatorLease, tombstoneConfigMaps } from '@doorwright/crds/derive/rbac.ts';
import { reportToApi } from './manifests/report-folder.ts';
import { validateManifest } from './manifests/validate-manifest.ts';
import { reconcilersFor } from './process/reconcilers-for.ts';
import { type FoundCluster, findCluster } from './runtime/cluster/kube-config.ts';
import { runFolder } from './runtime/folder/run-folder.ts';
import { guardProcess } from './runtime/observe/guard.ts';
import { runOperator } from './runtime/run-operator.ts';
import { type Config, ConfigError, readConfig } from './settings/config.ts';

async function onCluster(config: Config, signal: AbortSignal): Promise<number> {
  const { access, namespace } = await whichCluster();
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

async function whichCluster(): Promise<FoundCluster> {
  let found: FoundCluster | undefined;
  try {
    found = await findCluster(process.env);
  } catch (error) {
    throw new ConfigError(`KUBECONFIG «${process.env.KUBECONFIG}» cannot be used: ${(error as Error).message}.`);
  }
  if (!found) throw new ConfigError('KUBECONFIG names no cluster, and this is no pod of one.');
  return found;
}

async function onFolder(config: Config & { manifests: string }, signal: AbortSignal): Promise<number> {
  if (!statSync(config.manifests, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(`DOORWRIGHT_MANIFESTS «${config.manifests}» cannot be used: it is not a folder.`);
  const running = await runFolder({
    dir: config.manifests,
    secretsDir: config.secretsDir,
    validate: validateManifest,
    onReport: reportToApi(config, signal),
    terminal: config.logFormat === 'text' ? (line) => process.stdout.write(`${line}\n`) : undefined,
    syncPeriodSeconds: config.syncPeriodSeconds,
    pausedKinds: config.pausedKinds,
    dryRun: config.dryRun,
    guard: guardProcess,
    // Only people of the platform write into the folder.
    reconcilers: reconcilersFor(config, { ...config, platformNamespaces: config.platformNamespaces ?? 'all' }),
  });
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  await running.stop();
  return 0;
}

async function main(): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort());
  const config = readConfig(process.env, process.argv.slice(2));
  const { manifests } = config;
  process.exitCode = manifests
    ? await onFolder({ ...config, manifests }, ending.signal)
    : await onCluster(config, ending.signal);
  // Another replica acts now, so this process ends.
  if (process.exitCode !== 0) process.exit();
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `The operator could not start: ${(error as Error).stack}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
