import { lastChangeSql } from './last-change.ts';
import { neverAgainSql } from './never-again.ts';
import type { Column, Index, Table } from './tables.ts';

const quoted = (name: string) => `"${name}"`;
/** Columns with their index options, or expressions, which stay unchanged. */
const listed = (names: readonly string[]) => names.map((each) => each.replace(/^\w+(?![\w(])/, quoted)).join(', ');

function columnSql(column: Column): string {
  const rest = column.nullable ? '' : ` NOT NULL${column.initial === undefined ? '' : ` DEFAULT ${column.initial}`}`;
  return `${quoted(column.name)} ${column.type}${rest}`;
}

function indexSql(table: string, index: Index): string {
  const method = index.method ? ` USING ${index.method}` : '';
  const where = index.where ? ` WHERE ${index.where}` : '';
  return `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${quoted(index.name)} ON ${quoted(table)}${method} (${listed(index.columns)})${where};`;
}

function createSql(table: Table): string[] {
  const lines = [...table.columns.map(columnSql), `PRIMARY KEY (${listed(table.primaryKey)})`];
  const partitions = table.partitionedBy ? ` PARTITION BY RANGE (${quoted(table.partitionedBy)})` : '';
  const room = table.fillfactor ? ` WITH (fillfactor = ${table.fillfactor})` : '';
  return [
    `CREATE TABLE ${quoted(table.name)} (\n  ${lines.join(',\n  ')}\n)${partitions}${room};`,
    ...table.indexes.map((index) => indexSql(table.name, index)),
  ];
}

const dropSql = (table: Table) => `DROP TABLE ${quoted(table.name)};`;

const byName = <T extends { name: string }>(items: readonly T[]) => new Map(items.map((item) => [item.name, item]));
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** A migration of a changed or removed column is written by hand, because only a person knows what happens to its values. */
function refuseChangedColumns(before: Table, after: Table) {
  const old = byName(before.columns);
  for (const column of after.columns) {
    const was = old.get(column.name);
    if (was && (was.type !== column.type || was.nullable !== column.nullable)) {
      throw new Error(
        `${after.name}.${column.name} changed its type: write that migration by hand, then run generate again`,
      );
    }
  }
}

function alterSql(before: Table, after: Table): { up: string[]; down: string[] } {
  refuseChangedColumns(before, after);
  const [oldColumns, newColumns] = [byName(before.columns), byName(after.columns)];
  const [oldIndexes, newIndexes] = [byName(before.indexes), byName(after.indexes)];
  const alter = (what: string) => `ALTER TABLE ${quoted(after.name)} ${what};`;
  const added = after.columns.filter((each) => !oldColumns.has(each.name));
  const removed = before.columns.filter((each) => !newColumns.has(each.name));
  const changed = after.columns.filter(
    (each) => oldColumns.has(each.name) && oldColumns.get(each.name)?.initial !== each.initial,
  );
  const setDefault = (each: Column | undefined) =>
    each
      ? alter(
          `ALTER COLUMN ${quoted(each.name)} ${each.initial === undefined ? 'DROP DEFAULT' : `SET DEFAULT ${each.initial}`}`,
        )
      : [];
  const indexesGone = before.indexes.filter((each) => !same(each, newIndexes.get(each.name)));
  const indexesNew = after.indexes.filter((each) => !same(each, oldIndexes.get(each.name)));
  const drop = (index: Index) => `DROP INDEX ${quoted(index.name)};`;
  const room = ({ fillfactor }: Table) => alter(fillfactor ? `SET (fillfactor = ${fillfactor})` : 'RESET (fillfactor)');
  const isRoomNew = before.fillfactor !== after.fillfactor;
  return {
    up: [
      ...(isRoomNew ? [room(after)] : []),
      ...indexesGone.map(drop),
      ...added.map((each) => alter(`ADD COLUMN ${columnSql(each)}`)),
      ...removed.map((each) => alter(`DROP COLUMN ${quoted(each.name)}`)),
      ...changed.flatMap(setDefault),
      ...indexesNew.map((each) => indexSql(after.name, each)),
    ],
    down: [
      ...(isRoomNew ? [room(before)] : []),
      ...indexesNew.map(drop),
      ...added.map((each) => alter(`DROP COLUMN ${quoted(each.name)}`)),
      ...removed.map((each) => alter(`ADD COLUMN ${columnSql(each)}`)),
      ...changed.flatMap((each) => setDefault(oldColumns.get(each.name))),
      ...indexesGone.map((each) => indexSql(before.name, each)),
    ],
  };
}

/** Functions and triggers refer to other tables, so they come last. */
function neverAgain(before: readonly Table[], after: readonly Table[]): { up: string[]; down: string[] } {
  const old = byName(before);
  const added = after.flatMap((table) =>
    table.neverAgain && !old.get(table.name)?.neverAgain ? [neverAgainSql(table, table.neverAgain)] : [],
  );
  return { up: added.flatMap(({ up }) => up), down: added.flatMap(({ down }) => down) };
}

/** The triggers of tables that the others lack. The former ones go before the columns that they compare, and the new ones come after. */
function lastChanges(tables: readonly Table[], others: readonly Table[]): { up: string[]; down: string[] } {
  const known = byName(others);
  const differing = tables.flatMap((table) =>
    table.lastChange && !same(table.lastChange, known.get(table.name)?.lastChange)
      ? [lastChangeSql(table, table.lastChange)]
      : [],
  );
  return { up: differing.flatMap(({ up }) => up), down: differing.flatMap(({ down }) => down) };
}

/** The statements from one state of the tables to another, and back. */
export function migrate(before: readonly Table[], after: readonly Table[]): { up: string[]; down: string[] } {
  const old = byName(before);
  const present = byName(after);
  const steps = after.map((table) => {
    const was = old.get(table.name);
    return was ? alterSql(was, table) : { up: createSql(table), down: [dropSql(table)] };
  });
  const gone = before.filter((table) => !present.has(table.name));
  const ids = neverAgain(before, after);
  const [oldTimes, newTimes] = [lastChanges(before, after), lastChanges(after, before)];
  // The index for searches within texts. The extension is part of Postgres, and the owner of a database may create it.
  const searches = (tables: readonly Table[]) =>
    tables.some((table) => table.indexes.some((index) => index.columns.some((each) => each.endsWith('gin_trgm_ops'))));
  const extension = searches(after) && !searches(before) ? ['CREATE EXTENSION IF NOT EXISTS pg_trgm;'] : [];
  return {
    up: [
      ...extension,
      ...oldTimes.down,
      ...steps.flatMap((step) => step.up),
      ...gone.map(dropSql),
      ...ids.up,
      ...newTimes.up,
    ],
    down: [
      ...newTimes.down,
      ...ids.down,
      ...gone.flatMap(createSql),
      ...steps.reverse().flatMap((step) => step.down),
      ...oldTimes.up,
    ],
  };
}
