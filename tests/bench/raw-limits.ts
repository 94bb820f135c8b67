import { hash } from '@node-rs/argon2';
import pg from 'pg';

/** The least that reading one user can cost: a prepared statement, no server of ours. */
export async function rawSelect(url: string): Promise<(index: number) => Promise<unknown>> {
  const pool = new pg.Pool({ connectionString: url, max: 4, allowExitOnIdle: true });
  return (index) =>
    pool.query({
      name: 'one',
      text: 'SELECT * FROM users WHERE owner = $1 AND name = $2',
      values: ['big', `user_${index + 1}`],
    });
}

/** The least that a password sign-in can cost: the hash itself, with the cost of new passwords. */
export const rawHashing = () => hash('correct horse battery', { memoryCost: 7168, timeCost: 5, parallelism: 1 });
