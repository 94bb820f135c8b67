import type { Kind } from '@doorwright/crds';
import { freshTable, snake, storedFields, tableOf } from '@doorwright/crds/derive/tables.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import type { SqlPart } from '../../db/sql-parts.ts';

const kind = recordKind as unknown as Kind;
const table = tableOf(kind);

/** A record as the api knows it, and the event that it tells; empty if it tells none. */
export interface Told {
  record: Readonly<Record<string, unknown>>;
  event: string;
}

/** Columns that need no value to be empty. */
const emptyAtFirst = new Set(table.columns.filter(({ initial }) => initial === "''").map(({ name }) => name));

/** The database numbers records, and learns later whether they called a webhook. */
const given = storedFields(kind)
  .filter(({ name, counted }) => !counted && name !== 'isTriggered')
  .map(({ name, schema }) => ({
    name,
    column: snake(name),
    limit: schema.maxLength ?? Number.POSITIVE_INFINITY,
    isEmptyAtFirst: emptyAtFirst.has(snake(name)),
  }));

/** What JSON can tell and Postgres cannot store: the sign of no character, and half of a pair of signs. */
const unstorable = /\\u(?:0000|d[89a-f])/;
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;

/**
 * A record by its columns, without those that are empty anyway. Texts are cut where they are too long for their model.
 * Whatever a request holds, the result can be filed: a record that cannot would keep all others from it.
 */
function toldText({ record }: Told): string {
  const row: Record<string, unknown> = {};
  for (const { name, column, limit, isEmptyAtFirst } of given) {
    const value = record[name];
    if (value === '' && isEmptyAtFirst) continue;
    row[column] = typeof value === 'string' && value.length > limit ? value.slice(0, limit) : value;
  }
  const text = JSON.stringify(row);
  return unstorable.test(text) ? JSON.stringify(row, storable) : text;
}

const insert = `INSERT INTO ${freshTable(table)} (event, told)`;

/** Writes a record with the event that it tells. */
export const freshRecord = (told: Told): SqlPart => ({
  text: `${insert} VALUES (?, ?)`,
  values: [told.event, toldText(told)],
});

/** A part of a larger statement that writes a record if the part named `there` has a row. */
export const freshRecordIf = (told: Told, there: string): SqlPart => ({
  text: `${insert} SELECT ?, ? FROM ${there}`,
  values: [told.event, toldText(told)],
});
