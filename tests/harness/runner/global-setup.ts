import { chmodSync } from 'node:fs';
import type { TestProject } from 'vitest/node';
import { startTemplateServer, templateName } from '../database/template-server.ts';
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
  const postgres = await startTemplateServer(folder.dir, flags);
  provide('databases', { admin: postgres.url, template: templateName });
  return async () => {
    await postgres.stop();
    await folder.remove();
  };
}
