import cluster from 'node:cluster';
import { type Config, readConfig } from './core/config.ts';
import { startEmbedded } from './db/embedded.ts';
import { createSecretBox } from './db/secret-box.ts';
import { writeOperatorToken } from './features/declared/local-token.ts';
import { firstPasswordIn } from './process/first-password.ts';
import { createLog } from './process/observe/log.ts';
import { secretKeys } from './process/secret-keys.ts';
import { prepareDatabase, type ServerSettings, serve } from './process/start.ts';
import { startErrorMessage } from './process/start-error.ts';
import { startWorkers } from './process/workers.ts';

function announce({ DOORWRIGHT_ORIGIN }: Config, password: string | undefined): void {
  const lines = [`Doorwright is ready at ${DOORWRIGHT_ORIGIN} (its API: ${DOORWRIGHT_ORIGIN}/swagger)`];
  if (password) {
    lines.push(`First administrator: built-in/admin, password ${password}`);
    lines.push('This password is shown only now; change it after you signed in.');
  }
  process.stdout.write(`${lines.join('\n')}\n`);
  // Tells `npm start`, which then starts the operator.
  process.send?.('ready');
}

/** Stops the server on the first signal. The system handles a second one and ends the process at once. */
function onStop(stop: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      stop().then(
        () => process.exit(0),
        (error: Error) => {
          process.stderr.write(`Doorwright did not stop cleanly: ${error.stack}\n`);
          process.exit(1);
        },
      );
    });
  }
}

async function runWorker(): Promise<void> {
  const config = readConfig(process.env);
  const settings: ServerSettings = {
    config,
    databaseUrl: config.DATABASE_URL as string,
    keys: await secretKeys(config),
  };
  const { stop } = await serve(settings, createLog(config));
  onStop(stop);
}

async function runPrimary(): Promise<void> {
  const config = readConfig(process.env);
  const embedded = config.DATABASE_URL ? undefined : await startEmbedded(config.DOORWRIGHT_DATA_DIR);
  try {
    const settings: ServerSettings = {
      config,
      databaseUrl: config.DATABASE_URL ?? (embedded?.url as string),
      keys: await secretKeys(config),
    };
    // Also with an external database, if an operator on this machine reconciles a folder.
    if (embedded || config.DOORWRIGHT_MANIFESTS) await writeOperatorToken(config, createSecretBox(settings.keys));
    const first = embedded && firstPasswordIn(config.DOORWRIGHT_DATA_DIR);
    const { password = await first?.notShown() } = await prepareDatabase(settings, first?.keep);
    const log = createLog(config);
    const { stop } = config.WEB_CONCURRENCY > 1 ? await startWorkers(settings, log) : await serve(settings, log);
    onStop(async () => {
      log.info('Stopping');
      await stop();
      await embedded?.stop();
    });
    announce(config, password);
    await first?.shown();
  } catch (error) {
    await embedded?.stop();
    throw error;
  }
}

(cluster.isPrimary ? runPrimary() : runWorker()).catch((error: unknown) => {
  const sentence = startErrorMessage(error, process.env.DOORWRIGHT_DATA_DIR || '.doorwright');
  process.stderr.write(`${sentence ?? `Doorwright could not start: ${(error as Error).stack}`}\n`);
  process.exit(1);
});
