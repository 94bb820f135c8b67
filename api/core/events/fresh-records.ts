import type { Kind } from '@doorwright/crds';
import { freshEvent, freshTable, snake, storedFields, tableName, tableOf } from '@doorwright/crds/derive/tables.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import type { SqlPart } from '../../db/sql-parts.ts';

const kind = recordKind as unknown as Kind;

/** A record as the api knows it, and the event that it tells; empty if it tells none. */
export interface Told {
  record: Readonly<Record<string, unknown>>;
  event: string;
}

/** The database numbers records, and learns later whether they called a webhook. */
const given = storedFields(kind)
  .filter(({ name, counted }) => !counted && name !== 'isTriggered')
  .map(({ name, type, schema }) => ({ name, column: snake(name), isList: type === 'array', limit: schema.maxLength }));

/** Records have no secrets, and their texts are cut where they are too long for their model. */
function shortened(
  { name, isList, limit = Number.POSITIVE_INFINITY }: (typeof given)[number],
  { record }: Told,
): unknown {
  const value = record[name];
  if (isList) return JSON.stringify(value);
  // A cut may split a surrogate pair, and half of it cannot be stored.
  if (typeof value !== 'string' || (value.length <= limit && value.isWellFormed())) return value;
  return value.slice(0, limit).toWellFormed();
}

const columns = [...given.map(({ column }) => column), freshEvent].map((column) => `"${column}"`).join(', ');
const insert = `INSERT INTO ${freshTable({ name: tableName(kind) })} (${columns})`;

const marks = `${given.map(() => '?').join(', ')}, ?`;
const valuesOf = (told: Told) => [...given.map((field) => shortened(field, told)), told.event];

const rowOf = (told: Told) => ({
  ...Object.fromEntries(given.map((field) => [field.column, shortened(field, told)])),
  [freshEvent]: told.event,
});
const types = new Map(tableOf(kind).columns.map(({ name, type }) => [name, type]));
// Rows have JSON as text.
const read = given.map(({ column, isList }) => (isList ? `"${column}"::jsonb` : `"${column}"`)).join(', ');
const typed = given.map(({ column, isList }) => `"${column}" ${isList ? 'text' : types.get(column)}`).join(', ');

const one = `${insert} VALUES (${marks})`;
const several = `${insert} SELECT ${read}, ${freshEvent}
  FROM json_to_recordset(?) AS told (${typed}, ${freshEvent} text)`;

/**
 * Writes records with the events that they tell. Each number of records has the same text, so Postgres plans two
 * statements only. The one for a single record costs it half of the other.
 */
export function freshRecords(told: readonly Told[]): SqlPart {
  const [first] = told;
  if (first && told.length === 1) return { text: one, values: valuesOf(first) };
  return { text: several, values: [JSON.stringify(told.map(rowOf))] };
}

/** A part of a larger statement that writes a record if the part named `there` has a row. */
export const freshRecordIf = (told: Told, there: string): SqlPart => ({
  text: `${insert} SELECT ${marks} FROM ${there}`,
  values: valuesOf(told),
});
