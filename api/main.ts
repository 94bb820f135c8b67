import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError, readConfig } from './config.ts';
import { DataFolderError, startEmbedded } from './db/embedded.ts';
import { createLog } from './observe/log.ts';
import { StartError, start } from './start.ts';

/** The keys of the settings, or without a setting one that is made at the first start and kept in the data folder. */
async function secretKeys({ DOORWRIGHT_SECRET_KEY, DOORWRIGHT_DATA_DIR, DATABASE_URL }: Config): Promise<Buffer[]> {
  if (DOORWRIGHT_SECRET_KEY) return DOORWRIGHT_SECRET_KEY;
  if (DATABASE_URL)
    throw new StartError(
      'DOORWRIGHT_SECRET_KEY must be set when DATABASE_URL is: replicas of one database share their keys.',
    );
  const file = join(DOORWRIGHT_DATA_DIR, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  return (await readFile(file, 'utf8'))
    .trim()
    .split(',')
    .map((key) => Buffer.from(key, 'base64'));
}

const told = (error: unknown) =>
  error instanceof ConfigError || error instanceof StartError || error instanceof DataFolderError;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config);
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DOORWRIGHT_DATA_DIR);
  let running: Awaited<ReturnType<typeof start>>;
  try {
    running = await start({
      config,
      databaseUrl: config.DATABASE_URL ?? (embedded?.url as string),
      keys: await secretKeys(config),
      log,
    });
  } catch (error) {
    await embedded?.stop();
    throw error;
  }

  let stopping = false;
  const stop = async (signal: NodeJS.Signals) => {
    if (stopping) return;
    stopping = true;
    log.info({ signal }, 'Stopping');
    await running.stop();
    await embedded?.stop();
    process.exit(0);
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);

  process.stdout.write(
    `Doorwright is ready at ${config.DOORWRIGHT_ORIGIN} (API document: ${config.DOORWRIGHT_ORIGIN}/swagger)\n`,
  );
  if (running.password) {
    process.stdout.write(
      `First administrator: built-in/admin, password ${running.password}\nThis password is shown only now; change it after you signed in.\n`,
    );
  }
}

main().catch((error: unknown) => {
  process.stderr.write(
    told(error) ? `${(error as Error).message}\n` : `Doorwright could not start: ${(error as Error).stack}\n`,
  );
  process.exit(1);
});
