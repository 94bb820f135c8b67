import { statSync } from 'node:fs';
import { reportToApi } from '../manifests/report-folder.ts';
import { validateManifest } from '../manifests/validate-manifest.ts';
import { runFolder } from '../runtime/folder/run-folder.ts';
import { guardProcess } from '../runtime/observe/guard.ts';
import { type Config, ConfigError } from '../settings/config.ts';
import { reconcilersFor } from './reconcilers-for.ts';

/** Runs until the signal, and returns the exit code. */
export async function onFolder(config: Config, signal: AbortSignal): Promise<number> {
  const { manifests: dir = '' } = config;
  if (!statSync(dir, { throwIfNoEntry: false })?.isDirectory())
    throw new ConfigError(`DOORWRIGHT_MANIFESTS «${dir}» cannot be used: it is not a folder.`);
  const running = await runFolder({
    dir,
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
