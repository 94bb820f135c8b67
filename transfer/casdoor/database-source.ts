import { BrokenSource } from '../contract.ts';
import type { Tables } from '../tables/tables.ts';
import { originalOf } from './original.ts';
import { inOrder, type Source } from './source.ts';

/** Tables that each version of Casdoor has since 2021, and other products do not have together. */
const always = ['organization', 'application', 'provider', 'verification_record', 'user', 'token'];

const mark = 'verification_record';

/** The prefixes of table names under which the database has an installation of Casdoor. Usually one, and empty. */
export async function prefixesOf(tables: Tables): Promise<string[]> {
  const names = await tables.names();
  return [...names]
    .filter((name) => name.endsWith(mark))
    .map((name) => name.slice(0, -mark.length))
    .filter((prefix) => always.every((table) => names.has(prefix + table)))
    .sort();
}

export async function databaseSource(tables: Tables): Promise<Source> {
  const [prefix, ...others] = await prefixesOf(tables);
  if (prefix === undefined) throw new BrokenSource('The database does not have the tables of Casdoor.');
  if (others.length > 0)
    throw new BrokenSource(
      `The database has the tables of several installations of Casdoor, with the prefixes ${[prefix, ...others].map((each) => `"${each}"`).join(', ')}. Give the reader access to one of them only.`,
    );
  return {
    all: async (kind) => inOrder((await tables.rows(prefix + kind)).map(originalOf)),
    async *users() {
      for await (const page of tables.pages(`${prefix}user`, ['owner', 'name'])) yield* page.map(originalOf);
    },
    count: (kind) => tables.count(prefix + kind),
    hasPlainPasswords: false,
  };
}
