import { BrokenSource, type Format, type Item, type Place } from '../contract.ts';
import { quoted } from '../files/losses.ts';
import { entriesOf } from './cell-values.ts';
import { type Column, columnsOf, isHeader } from './columns.ts';
import { readTable, titlesOf } from './read-table.ts';
import { userItems } from './users.ts';

const isTable = (place: Place): place is Extract<Place, { type: 'file' }> =>
  place.type === 'file' && /\.(csv|tsv|txt)(\.gz)?$/i.test(place.path);

/** Groups and roles come before the users who name them, so the table is read twice. */
async function namesIn(path: string): Promise<Record<'groups' | 'roles', Set<string>>> {
  const names = { groups: new Set<string>(), roles: new Set<string>() };
  let columns: Column[] | undefined;
  for await (const row of readTable(path)) {
    if (!('cells' in row)) continue;
    if (columns)
      for (const [at, column] of columns.entries())
        if (column?.part === 'groups' || column?.part === 'roles')
          for (const name of entriesOf(row.cells[at] ?? '')) names[column.part].add(name);
    columns ??= columnsOf(row.cells);
  }
  return names;
}

async function* read(path: string, owner: string): AsyncIterable<Item> {
  yield { kind: 'organization', from: 'the named organization', fields: { owner: 'admin', name: owner } };
  const { groups, roles } = await namesIn(path);
  for (const name of groups) yield { kind: 'group', from: `group "${name}"`, fields: { owner, name } };
  for (const name of roles) yield { kind: 'role', from: `role "${name}"`, fields: { owner, name } };
  let columns: Column[] | undefined;
  for await (const row of readTable(path)) {
    if (!('cells' in row)) yield row;
    else if (columns) yield* userItems(row, columns, owner);
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
