import { ConfigError, readConfig } from './settings/config.ts';

async function main(): Promise<void> {
  const ending = new AbortController();
  for (const name of ['SIGTERM', 'SIGINT'] as const) process.once(name, () => ending.abort());
  // A folder does without the client of Kubernetes, which takes 90 MiB.
  const run = process.env.DOORWRIGHT_MANIFESTS
    ? (await import('./process/on-folder.ts')).onFolder
    : (await import('./process/on-cluster.ts')).onCluster;
  process.exitCode = await run(readConfig(process.env, process.argv.slice(2)), ending.signal);
  // Another replica acts now, so this process ends.
  if (process.exitCode !== 0) process.exit();
}

main().catch((error: unknown) => {
  const text = error instanceof ConfigError ? error.message : `The operator could not start: ${(error as Error).stack}`;
  process.stderr.write(`${text}\n`);
  process.exit(1);
});
