import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from './config.ts';

/** The keys of the setting, or without one a key that is made at the first start and kept in the data folder. */
export async function secretKeys({
  DOORWRIGHT_SECRET_KEY,
  DOORWRIGHT_DATA_DIR,
  DATABASE_URL,
}: Config): Promise<Buffer[]> {
  if (DOORWRIGHT_SECRET_KEY) return DOORWRIGHT_SECRET_KEY;
  if (DATABASE_URL)
    throw new ConfigError('DOORWRIGHT_SECRET_KEY must be set when DATABASE_URL is: every replica needs the same key.');
  const file = join(DOORWRIGHT_DATA_DIR, 'secret-key');
  if (!existsSync(file)) await writeFile(file, randomBytes(32).toString('base64'), { mode: 0o600 });
  const keys = (await readFile(file, 'utf8')).trim().split(',');
  return keys.map((key) => Buffer.from(key, 'base64'));
}
