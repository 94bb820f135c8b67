import { BrokenSource, type Format, type Item, type Place } from '../contract.ts';
import { quoted } from '../reading/losses.ts';
import { namedOrganization } from '../reading/named-organization.ts';
import { createPrefixes, type Prefixes } from '../reading/phones.ts';
import { entriesOf } from './cell-values.ts';
import { type Column, columnsOf, isHeader } from './columns.ts';
import { readTable, titlesOf } from './read-table.ts';
import { userItems } from './users.ts';

const isTable = (place: Place): place is Extract<Place, { type: 'file' }> =>
  place.type === 'file' && /\.(csv|tsv|txt)(\.gz)?$/i.test(place.path);

interface FirstReading {
  groups: Set<string>;
  roles: Set<string>;
  prefixes: Prefixes;
}

/** Groups, roles and the prefix of phones come before the users who name them, so the table is read twice. */
async function firstReading(path: string): Promise<FirstReading> {
  const found: FirstReading = { groups: new Set(), roles: new Set(), prefixes: createPrefixes() };
  let columns: Column[] | undefined;
  for await (const row of readTable(path)) {
    if (!('cells' in row)) continue;
    if (columns)
      for (const [at, column] of columns.entries()) {
        const text = row.cells[at] ?? '';
        if (column?.part === 'groups' || column?.part === 'roles')
          for (const name of entriesOf(text)) found[column.part].add(name);
        else if (column?.part === 'field' && column.field.name === 'phone') found.prefixes.count(text);
      }
    columns ??= columnsOf(row.cells);
  }
  return found;
}

async function* read(path: string, owner: string): AsyncIterable<Item> {
  const { groups, roles, prefixes } = await firstReading(path);
  const prefix = prefixes.usual();
  yield namedOrganization(owner, prefixes);
  for (const name of groups) yield { kind: 'group', from: `group "${name}"`, fields: { owner, name } };
  for (const name of roles) yield { kind: 'role', from: `role "${name}"`, fields: { owner, name } };
  let columns: Column[] | undefined;
  for await (const row of readTable(path)) {
    if (!('cells' in row)) yield row;
    else if (columns) yield* userItems(row, columns, { owner, prefix });
    else {
      columns = columnsOf(row.cells);
      const unknown = row.cells.filter((_, at) => !columns?.[at]);
      if (unknown.length > 0)
        yield { from: 'the header', lost: `columns ${quoted(unknown)}`, why: 'No field of a user has this name.' };
    }
  }
}

/** A table of people: the first line has the names of its columns. */
export const csv: Format = {
  name: 'csv',
  recognizes: async (place) => isTable(place) && isHeader(await titlesOf(place.path)),
  async *read(place, { organization }) {
    if (!organization)
      throw new BrokenSource('A table names no organization. Name the one that takes its users (--organization).');
    if (place.type !== 'file') throw new BrokenSource('A table of people is one file.');
    if (!isHeader(await titlesOf(place.path)))
      throw new BrokenSource(`The first line of ${place.path} has no column for the user name or the email.`);
    yield* read(place.path, organization);
  },
};
