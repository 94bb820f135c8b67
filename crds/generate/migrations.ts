import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { migrationFiles } from '../derive/migration-file.ts';
import type { Producer } from './artefact.ts';

const folder = 'api/db/migrations';
const absolute = join(import.meta.dirname, '../..', folder);

/** The migration that the model needs, if any, and the resulting tables. Existing migrations stay unchanged. */
export const migrations: Producer = {
  folders: [],
  async produce({ kinds }) {
    const files = await readdir(absolute);
    const names = files.filter((file) => /^\d{14}_.*\.ts$/.test(file)).map((file) => file.slice(0, -'.ts'.length));
    const tables = files.includes('tables.json')
      ? JSON.parse(await readFile(join(absolute, 'tables.json'), 'utf8'))
      : [];
    const written = migrationFiles(kinds, { tables, names: names.sort() }, new Date());
    return written.map(({ path, content }) => ({ path: `${folder}/${path}`, content }));
  },
};
