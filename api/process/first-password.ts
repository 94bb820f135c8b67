import { existsSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { writeWhole } from '../db/data-folder.ts';

/**
 * The generated password of the first administrator, in the data folder until it was shown. Nobody else knows it, so a first start that is
 * interrupted after the database was filled must be able to show it later.
 */
export function firstPasswordIn(dataDir: string) {
  const file = join(dataDir, 'first-password');
  return {
    keep: (password: string): Promise<void> => writeWhole(file, password),
    /** The password that no start has shown yet. */
    notShown: async (): Promise<string | undefined> =>
      existsSync(file) ? (await readFile(file, 'utf8')).trim() : undefined,
    shown: (): Promise<void> => rm(file, { force: true }),
  };
}
