import { snake } from '@doorwright/crds/derive/tables.ts';
import type { ListQuery } from './list-query.ts';

/** Rows of an ordered list, counted from its beginning or from its end. */
export interface Slice {
  offset: number;
  limit: number;
  fromEnd: boolean;
}

/** Where a page lies. From the nearer end: passing over rows is what a far page costs. */
export function sliceOf({ number, size }: { number: number; size: number }, total: number): Slice {
  const last = Math.max(1, Math.ceil(total / size));
  const offset = (Math.min(number, last) - 1) * size;
  const limit = Math.min(size, Math.max(total - offset, 0));
  // An empty total may be one that was counted a moment too early.
  if (limit === 0 || offset < total / 2) return { offset, limit: size, fromEnd: false };
  return { offset: total - offset - limit, limit, fromEnd: true };
}

type Direction = 'asc' | 'desc';

/** The wanted order, made total by the key. Every column runs the same way, so that one index serves both. */
export function orderOf({ sort }: ListQuery, key: string, reversed: boolean): { column: string; order: Direction }[] {
  const order: Direction = sort.ascending !== reversed ? 'asc' : 'desc';
  const sorted = snake(sort.field);
  return [sorted, ...['owner', key].filter((each) => each !== sorted)].map((column) => ({ column, order }));
}
