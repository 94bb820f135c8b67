import { createHash, randomUUID } from 'node:crypto';
import { constants, copyFile, mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../core/config.ts';
import { pathEncoded } from '../../core/percent-encoded.ts';
import type { Db } from '../../db/knex.ts';
import type { FileService } from './file-service.ts';
import { rowsHolding } from './held-keys.ts';
import { domainOf } from './object-key.ts';

type Place = Pick<Config, 'DOORWRIGHT_DATA_DIR'>;

export const filesPath = '/files';

/**
 * The place of a file on the disk, named by the digest of its key. No path of a request reaches the file system (S47): none can leave the
 * folder, follow a link, or name two files where upper and lower case are the same.
 */
export function placeOf({ DOORWRIGHT_DATA_DIR }: Place, key: string): string {
  const digest = createHash('sha256').update(key).digest('hex');
  return resolve(DOORWRIGHT_DATA_DIR, 'uploads', digest.slice(0, 2), digest);
}

async function synced(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Replaces a file at once. Readers find the whole old file or the whole new one, also after a crash. */
async function replace(place: string, content: string): Promise<void> {
  const folder = dirname(place);
  const unfinished = join(folder, randomUUID());
  await mkdir(folder, { recursive: true, mode: 0o700 });
  try {
    await copyFile(content, unfinished, constants.COPYFILE_EXCL);
    await synced(unfinished);
    await rename(unfinished, place);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await synced(folder);
}

/** Files on the disk of this server. The api serves them. */
export const localFileSystem: FileService = (provider, { config }) => ({
  urlOf: (key) => (domainOf(provider)?.origin ?? config.DOORWRIGHT_ORIGIN) + filesPath + pathEncoded(key),
  storeFile: ({ key, content }) => replace(placeOf(config, key), content.path),
  removeFile: (key) => rm(placeOf(config, key), { force: true }),
});

interface Own {
  config: Place & Pick<Config, 'DOORWRIGHT_ORIGIN'>;
  db: Db;
}

/** The content of a file at our own address, read without a request. A larger one is refused before it is in memory. */
export async function ownFile({ config, db }: Own, address: string, maxBytes: number): Promise<Buffer | undefined> {
  const url = URL.parse(address);
  if (url?.origin !== config.DOORWRIGHT_ORIGIN || !url.pathname.startsWith(`${filesPath}/`)) return;
  const key = keyIn(url.pathname);
  if (!(await rowsHolding(db, key).first('owner'))) return;
  const place = placeOf(config, key);
  const { size } = await stat(place);
  if (size > maxBytes) throw new Error(`The file has ${size} bytes, and at most ${maxBytes} are read`);
  return readFile(place);
}

/** `/files/a/b%2Bc.png` → the key `/a/b+c.png`. */
export const keyIn = (path: string): string => decodeURIComponent(path.slice(filesPath.length));
