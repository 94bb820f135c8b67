import { chmodSync } from 'node:fs';
import { startEmbedded } from '@doorwright/api/db/embedded.ts';
import { connect } from '@doorwright/api/db/knex.ts';
import type { TestProject } from 'vitest/node';
import { fillTemplate } from '../database/template.ts';
import { makeQuickFolder } from '../quick-folder.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    databases: { admin: string; template: string };
  }
}

/**
 * One Postgres for the run, with one migrated and seeded database. Every test file gets a copy.
 */
export default async function setup({ provide }: TestProject) {
  const folder = makeQuickFolder('test');
  // The data ends with the run, so no write needs to reach the disk.
  const flags = [
    '-c',
    'fsync=off',
    '-c',
    'synchronous_commit=off',
    '-c',
    'full_page_writes=off',
    '-c',
    'max_connections=300',
  ];
  // As root, Postgres runs as a system user who needs access to the folder.
  chmodSync(folder.dir, 0o755);
  const postgres = await startEmbedded(folder.dir, { flags });
  const template = postgres.urlOf('template_doorwright');
  const db = connect(postgres.url);
  await db.raw('CREATE DATABASE template_doorwright');
  await db.destroy();
  await fillTemplate(template);
  provide('databases', { admin: postgres.url, template: 'template_doorwright' });
  return async () => {
    await postgres.stop();
    await folder.remove();
  };
}
