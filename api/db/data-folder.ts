import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';

export class DataFolderError extends Error {}

/** Names that only this program gives. A folder with one of them is ours, whatever else somebody has put there. */
const marks = ['secret-key', 'postgres-password', 'operator-token', 'first-password'];
/** Names of our files that other programs use too. An interrupted first start leaves some of them. */
const parts = ['postgres', 'lock', 'uploads', ...marks.map((name) => `${name}.new`)];
/** The beginning of the name of a Postgres folder that is not whole yet. */
export const unfinishedPostgres = 'postgres.new-';
/** The root of a volume has it. */
const ofSystems = ['lost+found'];

/** Makes the data folder, or refuses one that holds somebody else's files. An existing folder keeps its mode. */
export async function openDataFolder(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 }).catch(({ code }: NodeJS.ErrnoException) => {
    throw new DataFolderError(
      `The data folder ${dataDir} cannot be made (${code}); set DOORWRIGHT_DATA_DIR to another.`,
    );
  });
  const names = await readdir(dataDir);
  if (marks.some((name) => names.includes(name))) return;
  const isOurs = (name: string) => [...parts, ...ofSystems].includes(name) || name.startsWith(unfinishedPostgres);
  const foreign = names.filter((name) => !isOurs(name));
  if (foreign.length === 0) return;
  throw new DataFolderError(
    `The data folder ${dataDir} holds files of something else, such as ${foreign.sort()[0]}; set DOORWRIGHT_DATA_DIR to an empty or a new folder.`,
  );
}

/** Writes a small file as a whole, or not at all, also if the process is killed. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await writeFile(`${file}.new`, text, { mode: 0o600, flush: true });
  await rename(`${file}.new`, file);
}

/** The text of a file. If the file is missing or empty, it is made. */
export async function textIn(file: string, make: () => string): Promise<string> {
  const known = existsSync(file) ? (await readFile(file, 'utf8')).trim() : '';
  if (known) return known;
  const text = make();
  await writeWhole(file, text);
  return text;
}
