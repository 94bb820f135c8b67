import type { Row } from '../../tables/tables.ts';

/** A text column. An empty one has no value. */
export const textIn = (row: Row, column: string): string => {
  const value = row[column];
  return value === null || value === undefined ? '' : String(value);
};

/** A flag. Postgres writes it as a letter, and MySQL as a byte. */
export function isOn(row: Row, column: string): boolean {
  const value = row[column];
  if (value instanceof Uint8Array) return value[0] === 1;
  return [true, 1, '1', 't', 'true'].some((each) => each === value);
}

export const numberIn = (row: Row, column: string): number | undefined => {
  const text = textIn(row, column);
  return text === '' ? undefined : Number(text);
};

/** Rows by the value of a column. */
export const by = (rows: readonly Row[], column: string): ReadonlyMap<string, readonly Row[]> =>
  Map.groupBy(rows, (row) => textIn(row, column));

/** Rows of names and values as an object. */
export const pairsOf = (rows: readonly Row[] = []): Record<string, string> =>
  Object.fromEntries(rows.map((row) => [textIn(row, 'name'), textIn(row, 'value')]));

/** Rows of names with several values as an object. */
export function listsOf(rows: readonly Row[] = []): Record<string, string[]> {
  const lists: Record<string, string[]> = {};
  for (const row of rows) {
    const value = textIn(row, 'value') || textIn(row, 'long_value');
    lists[textIn(row, 'name')] = [...(lists[textIn(row, 'name')] ?? []), value];
  }
  return lists;
}
