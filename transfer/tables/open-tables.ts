import type { Session } from './statements.ts';
import type { Tables } from './tables.ts';
import { tablesOf } from './tables-of.ts';

/** Each driver is loaded where it is used only. */
const openers: Readonly<Record<string, (url: string) => Promise<Session>>> = {
  'postgres:': async (url) => (await import('./postgres.ts')).openPostgres(url),
  'postgresql:': async (url) => (await import('./postgres.ts')).openPostgres(url),
  'mysql:': async (url) => (await import('./mysql.ts')).openMysql(url),
  'mariadb:': async (url) => (await import('./mysql.ts')).openMysql(url.replace(/^mariadb:/, 'mysql:')),
  'sqlite:': async (url) =>
    (await import('./sqlite.ts')).openSqlite(decodeURIComponent(url.replace(/^sqlite:(\/\/)?/, ''))),
};

const schemeOf = (text: string) => text.match(/^[a-z]+:/)?.[0] ?? '';

/** Tells whether the text is the address of a database, such as `postgres://reader:secret@db/keycloak`. */
export const isDatabaseUrl = (text: string): boolean => schemeOf(text) in openers;

export async function openTables(url: string): Promise<Tables> {
  const open = openers[schemeOf(url)];
  if (!open) throw new Error(`${schemeOf(url)} is the address of no database`);
  return tablesOf(await open(url));
}
