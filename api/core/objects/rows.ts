import type { Kind, Row } from '@doorwright/crds';
import { mapTexts, pathText, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import { snake, storedFields, tableName } from '@doorwright/crds/derive/tables.ts';
import type { SecretBox } from '../../db/secret-box.ts';

export type DbRow = Record<string, unknown>;

/** What a secret is bound to when it is sealed, so that it opens nowhere else. */
export const secretContext = (kind: Kind, path: Parameters<typeof pathText>[0]) =>
  `${tableName(kind)}.${pathText(path)}`;

const toColumn = (field: FieldDescription, value: unknown): unknown => {
  if (field.type === 'array' || field.type === 'object') return JSON.stringify(value);
  if (field.type === 'moment') return value || null;
  return value;
};

const fromColumn = (field: FieldDescription, value: unknown): unknown => {
  if (field.type !== 'moment') return value;
  // A text where the row was read as JSON.
  return value ? new Date(value as Date | string).toISOString() : '';
};

/** Turns objects of a kind into rows of its table and back, sealing and opening the secrets on the way. */
export function rowCodec(kind: Kind, box: SecretBox) {
  const sealed = secretsOf(kind).filter((path) => !path.digest);
  // Found once: every request reads some object or writes one.
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
