import type { Kind, Row } from '@doorwright/crds';
import { mapTexts, pathText, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { snake, storedFields, tableName } from '@doorwright/crds/derive/tables.ts';
import type { FieldDescription } from '@doorwright/crds/schema/schema.ts';
import type { SecretBox } from '../../../db/secret-box.ts';

export type DbRow = Record<string, unknown>;

/** The context that a secret is encrypted with. It decrypts nowhere else. */
export const secretContext = (kind: Kind, path: Parameters<typeof pathText>[0]) =>
  `${tableName(kind)}.${pathText(path)}`;

const toColumn = (field: FieldDescription, value: unknown): unknown => {
  if (field.type === 'array' || field.type === 'object') return JSON.stringify(value);
  if (field.type === 'moment') return value || null;
  return value;
};

const fromColumn = (field: FieldDescription, value: unknown): unknown => {
  if (field.type !== 'moment') return value;
  // A row read as JSON has texts here.
  return value ? new Date(value as Date | string).toISOString() : '';
};

/** Converts objects of a kind to rows and back, and encrypts and decrypts their secrets. */
export function rowCodec(kind: Kind, box: SecretBox) {
  const sealed = secretsOf(kind).filter((path) => !path.digest);
  // Computed once, because every request converts objects.
  const fields = storedFields(kind).map((field) => ({
    field,
    column: snake(field.name),
    secrets: sealed
      .filter((path) => path.field === field.name)
      .map((path) => ({ path, context: secretContext(kind, path) })),
  }));
  return {
    toRow(object: Record<string, unknown>): DbRow {
      const row: DbRow = {};
      for (const { field, column, secrets } of fields) {
        let value = object[field.name];
        if (value === undefined) continue;
        for (const { path, context } of secrets) value = mapTexts(value, path, (text) => box.seal(text, context));
        row[column] = toColumn(field, value);
      }
      return row;
    },
    fromRow(row: DbRow): Row {
      const object: DbRow = {};
      for (const { field, column, secrets } of fields) {
        let value = fromColumn(field, row[column]);
        for (const { path, context } of secrets) value = mapTexts(value, path, (text) => box.open(text, context));
        object[field.name] = value;
      }
      return object as Row;
    },
  };
}
