import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { freePort } from './cluster/ports.ts';
import { testKey } from './database/template.ts';

export interface ApiProcess {
  url: string;
  child: ChildProcess;
  /** Its output so far. */
  output: () => string;
  kill: (signal: NodeJS.Signals) => Promise<void>;
  /** Resolves when the process ends. */
  ended: Promise<unknown>;
}

const main = fileURLToPath(import.meta.resolve('@doorwright/api/main.ts'));

/** As in the pod of the chart: 65 % of its memory limit, which node knows only inside of a container. */
export const chartFlags = [
  '--max-semi-space-size=4',
  '--no-parallel-scavenge',
  `--max-old-space-size=${Math.floor(512 * 0.65)}`,
];

/** The api as its own process, as people run it, on a database that exists already. */
export async function startProcess(
  databaseUrl: string,
  settings: Record<string, string> = {},
  flags: readonly string[] = [],
  program = main,
): Promise<ApiProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, [...flags, program], {
    env: {
      ...process.env,
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DOORWRIGHT_SECRET_KEY: testKey.toString('base64'),
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output += chunk;
  });
  const ready = new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk;
      if (output.includes('is ready')) resolve();
    });
    child.once('exit', (code) => reject(new Error(`the api ended with ${code}: ${output}`)));
    AbortSignal.timeout(200_000).onabort = () => reject(new Error(`the api is not ready after 200 s: ${output}`));
  });
  await ready;
  const ended = once(child, 'exit');
  const kill = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'exit');
  };
  return { url: `http://localhost:${port}`, child, output: () => output, kill, ended };
}
