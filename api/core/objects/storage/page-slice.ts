import { snake } from '@doorwright/crds/derive/tables.ts';
import type { ListQuery } from './list-query.ts';

/** Rows of an ordered list, counted from its beginning or its end. */
export interface Slice {
  offset: number;
  limit: number;
  fromEnd: boolean;
}

/** The position of a page, counted from the nearer end, because skipped rows cost time. */
export function sliceOf({ number, size }: { number: number; size: number }, total: number): Slice {
  const last = Math.max(1, Math.ceil(total / size));
  const offset = (Math.min(number, last) - 1) * size;
  const limit = Math.min(size, Math.max(total - offset, 0));
  // The total may come from just before the first row was added.
  if (limit === 0 || offset < total / 2) return { offset, limit: size, fromEnd: false };
  return { offset: total - offset - limit, limit, fromEnd: true };
}

type Direction = 'asc' | 'desc';

/**
 * The order of a list, with the key as the last column. All columns have one direction, so that one index serves
 * both.
 */
export function orderOf({ sort }: ListQuery, key: string, reversed: boolean): { column: string; order: Direction }[] {
  const order: Direction = sort.ascending !== reversed ? 'asc' : 'desc';
  const sorted = snake(sort.field);
  return [sorted, ...['owner', key].filter((each) => each !== sorted)].map((column) => ({ column, order }));
}
