import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Embedded, startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect } from '@doorwright/api/db/knex.ts';

export const templateName = 'template_doorwright';

const root = join(import.meta.dirname, '..', '..', '..');
const cache = join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'doorwright', 'databases');
/** The data of the server, and the password that was made with it. */
const parts = ['postgres', 'postgres-password'];
const keptForMs = 2 * 24 * 3_600_000;

/** Keeps the owners of files: started by root, Postgres runs as another user. */
const copy = (from: string, to: string) =>
  promisify(execFile)('cp', ['-pR', ...parts.map((part) => join(from, part)), to]);

/** A hash of all that decides what the template contains: the code with its packages, and the day, because records have a table for each month. */
function contentHash(): string {
  const code = globSync('{api,crds,locales}/**/*.{ts,json}', { cwd: root, exclude: ['**/node_modules/**'] });
  const hash = createHash('sha256').update(`${process.platform} ${new Date().toISOString().slice(0, 10)}`);
  for (const file of [...code.sort(), 'package-lock.json', 'tests/harness/database/template.ts'])
    hash.update(`\n${file}\n`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 24);
}

/** Migrates and seeds a new server, and ends it. */
async function fill(dir: string, flags: string[]): Promise<void> {
  const postgres = await startEmbedded(dir, { flags });
  const db = connect(postgres.url);
  await db.raw(`CREATE DATABASE ${templateName}`);
  await db.destroy();
  // Most runs find a filled server, and do without the code that fills it.
  const { fillTemplate } = await import('./template.ts');
  await fillTemplate(postgres.urlOf(templateName));
  await postgres.stop();
}

async function keep(dir: string, kept: string): Promise<void> {
  await mkdir(cache, { recursive: true });
  for (const name of await readdir(cache)) {
    const old = join(cache, name);
    if (Date.now() - (await stat(old)).mtimeMs > keptForMs) await rm(old, { recursive: true, force: true });
  }
  const half = await mkdtemp(join(cache, 'half-'));
  await copy(dir, half);
  // Another run may have been faster.
  await rename(half, kept).catch(() => rm(half, { recursive: true, force: true }));
}

/**
 * A Postgres with the migrated and seeded template, in this folder. The first run of a state of the code fills it and keeps a copy
 * outside of the repository, for later runs and other clones.
 */
export async function startTemplateServer(dir: string, flags: string[]): Promise<Embedded> {
  const kept = join(cache, contentHash());
  if (existsSync(kept)) {
    await utimes(kept, new Date(), new Date());
    await copy(kept, dir);
  } else {
    await fill(dir, flags);
    await keep(dir, kept).catch((error) => console.warn('The template of the databases is not kept:', error.message));
  }
  return startEmbedded(dir, { flags });
}
