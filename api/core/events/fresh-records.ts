import type { Kind } from '@doorwright/crds';
import { freshEvent, freshTable, tableOf } from '@doorwright/crds/derive/tables.ts';
import { record as recordKind } from '@doorwright/crds/kinds/record.ts';
import type { SqlPart } from '../../db/sql-parts.ts';

const records = tableOf(recordKind as unknown as Kind);

/** The row of a record, and the event that it tells; empty if it tells none. */
export interface Told {
  row: Readonly<Record<string, unknown>>;
  event: string;
}

/** The database numbers records, and learns later whether they called a webhook. */
const given = records.columns.filter(({ name, type }) => type !== 'bigserial' && name !== 'is_triggered');
const insert = `INSERT INTO ${freshTable(records)} (${[...given, { name: freshEvent }].map(({ name }) => `"${name}"`).join(', ')})`;

const marks = `${given.map(() => '?').join(', ')}, ?`;
const valuesOf = ({ row, event }: Told) => [...given.map(({ name }) => row[name]), event];

// Rows have JSON as text.
const read = given.map(({ name, type }) => (type === 'jsonb' ? `"${name}"::jsonb` : `"${name}"`)).join(', ');
const typed = given.map(({ name, type }) => `"${name}" ${type === 'jsonb' ? 'text' : type}`).join(', ');

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
  return { text: several, values: [JSON.stringify(told.map(({ row, event }) => ({ ...row, [freshEvent]: event })))] };
}

/** A part of a larger statement that writes a record if the part named `there` has a row. */
export const freshRecordIf = (told: Told, there: string): SqlPart => ({
  text: `${insert} SELECT ${marks} FROM ${there}`,
  values: valuesOf(told),
});
