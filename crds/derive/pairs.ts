import type { Kind } from '../define.ts';
import { type FieldDescription, fieldsOf } from '../schema/fields.ts';

type Row = Record<string, unknown>;
type Described = Pick<Kind, 'described'>;

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

const membersOf = ({ items = [] }: FieldDescription): [string, string] => [
  items[0]?.name ?? 'name',
  items[1]?.name ?? 'value',
];

/** The list of a field whose form on the wire is an object of texts. A list stays as it is. */
export function entriesIn(field: FieldDescription, value: unknown): unknown {
  if (!field.pairs || !isObject(value)) return value;
  const [key, other] = membersOf(field);
  return Object.entries(value).map(([name, text]) => ({ [key]: name, [other]: text }));
}

const changed = (kind: Described, row: Row, change: (field: FieldDescription, value: unknown) => unknown): Row => {
  const fields = fieldsOf(kind).filter(({ name, pairs }) => pairs && name in row);
  return fields.length === 0
    ? row
    : { ...row, ...Object.fromEntries(fields.map((field) => [field.name, change(field, row[field.name])])) };
};

/** An object of the wire with its lists as a form edits them. */
export const withEntries = <R extends Row>(kind: Described, row: R): R => changed(kind, row, entriesIn) as R;

/** A stored object as clients of Casdoor read it: lists of pairs are objects of texts. */
export const withPairs = (kind: Described, row: Row): Row =>
  changed(kind, row, (field, value) => {
    const [key, other] = membersOf(field);
    return Array.isArray(value) ? Object.fromEntries(value.map((entry: Row) => [entry[key], entry[other]])) : value;
  });
