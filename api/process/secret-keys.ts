import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, ConfigError } from '../core/config.ts';
import { isWeakKey } from '../core/weak-key.ts';

const fileOf = ({ DOORWRIGHT_DATA_DIR }: Config) => join(DOORWRIGHT_DATA_DIR, 'secret-key');
const newKey = () => randomBytes(32);

/** Writes a new file and renames it, because a lost key loses every secret. */
async function write(config: Config, keys: readonly Buffer[]): Promise<void> {
  const file = fileOf(config);
  await mkdir(config.DOORWRIGHT_DATA_DIR, { recursive: true });
  await writeFile(`${file}.new`, keys.map((key) => key.toString('base64')).join(','), { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** The keys of the setting. Without it, a key in the data folder that the first start generates. */
export async function secretKeys(config: Config): Promise<Buffer[]> {
  if (config.DOORWRIGHT_SECRET_KEY) return config.DOORWRIGHT_SECRET_KEY;
  if (config.DATABASE_URL) {
    throw new ConfigError('DOORWRIGHT_SECRET_KEY must be set when DATABASE_URL is: every replica needs the same key.');
  }
  const file = fileOf(config);
  if (!existsSync(file)) await write(config, [newKey()]);
  const keys = (await readFile(file, 'utf8')).trim().split(',');
  const read = keys.map((key) => Buffer.from(key, 'base64'));
  if (read.some(isWeakKey)) {
    throw new ConfigError(`${file} holds no random keys of 32 bytes in base64; put back the file that was there.`);
  }
  return read;
}

/**
 * The keys for a rotation. For a generated key, a new one is written to disk first, so that an interrupted
 * rotation can continue.
 */
export async function keysToRotate(config: Config): Promise<{ keys: Buffer[]; finish: () => Promise<void> }> {
  const keys = await secretKeys(config);
  if (config.DOORWRIGHT_SECRET_KEY) return { keys, finish: async () => {} };
  const both = keys.length > 1 ? keys : [newKey(), ...keys];
  if (both !== keys) await write(config, both);
  return { keys: both, finish: () => write(config, both.slice(0, 1)) };
}
