import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hash } from '@node-rs/argon2';
import pg from 'pg';

/** The lowest cost of reading one user: a prepared statement without our server. */
export async function rawSelect(url: string): Promise<(index: number) => Promise<unknown>> {
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  return (index) =>
    pool.query({
      name: 'one',
      text: 'SELECT * FROM users WHERE owner = $1 AND name = $2',
      values: ['big', `user_${index + 1}`],
    });
}

/** The cost of new passwords. */
export const hashCost = { memoryCost: 7168, timeCost: 5, parallelism: 1 };

/** The lowest cost of a sign-in with a password: the hash itself. */
export const rawHashing = () => hash('correct horse battery', hashCost);

/** The bare program as its own process, on the measured database. */
export async function startBareProgram(databaseUrl: string) {
  const port = 19_000 + (process.pid % 1000);
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-program.ts', import.meta.url))], {
    env: { ...process.env, PORT: String(port), DATABASE_URL: databaseUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const chunk of child.stdout) if (String(chunk).includes('is ready')) break;
  return {
    url: `http://127.0.0.1:${port}`,
    pid: child.pid as number,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}
