import type { Kind } from '../define.ts';
import { type FieldDescription, fieldsOf } from '../schema/fields.ts';

/** A btree entry has at most 2,704 bytes, for the column, the owner and the key together. */
const longestIndexed = 300;

const isIndexable = ({ type, schema }: FieldDescription): boolean =>
  type === 'string'
    ? (schema.maxLength ?? 0) <= longestIndexed || Boolean(schema.enum)
    : !['array', 'object'].includes(type);

/**
 * The fields that the list of a kind can be sorted by: the columns of its list, or those that the model names. Each has an index, because
 * a page of a million rows must not sort them all.
 */
export function ordersOf(kind: Kind): readonly FieldDescription[] {
  const { columns = [], orders, moreOrders = [] } = kind.list ?? { columns: [] };
  const names = orders ?? [...columns.map(({ field }) => field), ...moreOrders, kind.key];
  return fieldsOf(kind).filter(
    (field) =>
      (field.name === 'createdTime' || names.includes(field.name)) &&
      !field.secret &&
      !field.computed &&
      (kind.numerous || isIndexable(field)),
  );
}

/** Very many objects are sorted within one owner only: the indexes begin with it. Among all owners there are these orders. */
const amongAll = ['createdTime', 'owner'];

/** Tells whether a list has this order. The list is of one owner, or of all. */
export const hasOrder = (kind: Kind, name: string, { isOfOne }: { isOfOne: boolean }): boolean =>
  ordersOf(kind).some((field) => field.name === name) && (isOfOne || !kind.numerous || amongAll.includes(name));
