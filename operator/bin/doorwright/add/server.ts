import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { CommandError } from '../command-error.ts';

const start = fileURLToPath(new URL('../../../../api/process/bin/start.mjs', import.meta.url));

export const isReady = async (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

export interface LocalServer {
  /** Ends with the server. */
  signal: AbortSignal;
  /** Resolves when the server has ended. */
  ended: Promise<unknown>;
  stop: () => Promise<void>;
}

interface Place {
  /** The folder of the program. */
  folder: string;
  /** New, or of the last run. */
  dataDir: string;
  origin: string;
  environment: Readonly<Record<string, string | undefined>>;
}

/** Starts a server as `npm start` does, on the manifests of the program and with data of its own. */
export async function startServer({ folder, dataDir, origin, environment }: Place): Promise<LocalServer> {
  // The data has keys and passwords, so git never sees it.
  mkdirSync(dirname(dataDir), { recursive: true });
  writeFileSync(join(dirname(dataDir), '.gitignore'), '*\n');
  const { port } = new URL(origin);
  const child = spawn(process.execPath, [start], {
    cwd: folder,
    env: {
      ...environment,
      PORT: port || '8000',
      DOORWRIGHT_DATA_DIR: dataDir,
      DOORWRIGHT_MANIFESTS: join(folder, 'doorwright'),
    },
    // Its first lines have the password of the first administrator. Results of the command alone go to stdout.
    stdio: ['ignore', 2, 2],
  });
  // A terminal sends Ctrl-C to the server too. The command waits until that has ended.
  process.on('SIGINT', () => {});
  process.once('SIGTERM', () => child.kill('SIGTERM'));
  const ended = once(child, 'exit');
  const server = { signal: signalOf(child), ended, stop: () => stop(child, ended) };
  while (!(await isReady(origin))) {
    server.signal.throwIfAborted();
    await pause(200);
  }
  return server;
}

function signalOf(child: ChildProcess): AbortSignal {
  const ending = new AbortController();
  child.once('exit', (code) => ending.abort(new CommandError(`The server ended (${code}). The lines above say why.`)));
  return ending.signal;
}

async function stop(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
  await ended;
}
