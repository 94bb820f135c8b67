import type { Kind, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { csvOf } from '../browser/csv.ts';

/** Lists are separated by semicolons, as spreadsheets show them; entries with members are JSON. */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (Array.isArray(value)) return value.map(textOf).join('; ');
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Rows as a CSV file with the columns of the list, named as in the API. Secrets are left out. */
export function exportRows(kind: Kind, rows: readonly Row[]): Blob {
  const isSecret = (column: string) => fieldsOf(kind).some(({ name, secret }) => name === column && secret);
  const columns = (kind.list?.columns ?? []).map(({ field }) => field).filter((field) => !isSecret(field));
  return csvOf(
    columns,
    rows.map((row) => columns.map((field) => textOf(row[field]))),
  );
}
