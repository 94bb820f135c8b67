import type { Kind } from '@doorwright/crds';
import { snake, storedFields } from '@doorwright/crds/derive/tables.ts';
import { record } from '@doorwright/crds/kinds/record.ts';

/** A record as the api knows it. The database gives it its id. */
export type Told = Readonly<Record<string, unknown>>;

const fields = storedFields(record as unknown as Kind).map(({ name, schema }) => ({
  name,
  column: snake(name),
  limit: schema.maxLength ?? Number.POSITIVE_INFINITY,
}));

/** Characters that JSON can hold and Postgres cannot store: NUL, and half of a surrogate pair. */
const unstorable = /\\u(?:0000|d[89a-f])/;
const storable = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replaceAll('\0', '\ufffd').toWellFormed() : value;

/**
 * A record by its columns, as JSON. Texts are cut where they are too long for their model. The result can always be stored:
 * otherwise a strange header could keep a refusal out of the records.
 */
export function toldText(record: Told): string {
  const row: Record<string, unknown> = {};
  for (const { name, column, limit } of fields) {
    const value = record[name];
    row[column] = typeof value === 'string' && value.length > limit ? value.slice(0, limit) : value;
  }
  const text = JSON.stringify(row);
  return unstorable.test(text) ? JSON.stringify(row, storable) : text;
}
