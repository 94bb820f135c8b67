import type { Kind, Row } from '@doorwright/crds';
import { mapAt, pathText, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import { snake, storedFields, tableName } from '@doorwright/crds/derive/tables.ts';
import type { SecretBox } from '../db/secret-box.ts';

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
  return value instanceof Date ? value.toISOString() : '';
};

/** Turns objects of a kind into rows of its table and back, sealing and opening the secrets on the way. */
export function rowCodec(kind: Kind, box: SecretBox) {
  const fields = storedFields(kind).map((field) => ({ ...field, column: snake(field.name) }));
  const sealed = secretsOf(kind).filter((path) => !path.digest);
  return {
    toRow(object: Record<string, unknown>): DbRow {
      const closed = sealed.reduce(
        (all, path) => mapAt(all, path, (value) => box.seal(value, secretContext(kind, path))),
        object,
      );
      return Object.fromEntries(
        fields
          .filter((field) => closed[field.name] !== undefined)
          .map((field) => [field.column, toColumn(field, closed[field.name])]),
      );
    },
    fromRow(row: DbRow): Row {
      const object = Object.fromEntries(fields.map((field) => [field.name, fromColumn(field, row[field.column])]));
      return sealed.reduce(
        (all, path) => mapAt(all, path, (value) => box.open(value, secretContext(kind, path))),
        object,
      ) as Row;
    },
  };
}
