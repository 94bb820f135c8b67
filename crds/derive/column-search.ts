import type { Kind } from '../define.ts';
import { fieldsOf } from '../schema/fields.ts';

/** How a list finds a text in a column. */
export type ColumnSearch = 'inside' | 'start' | 'whole' | 'none';

/**
 * How the list of a kind searches a field. A table that grows without end is searched by its indexes only: a search that
 * reads all of it takes longer each month.
 */
export function columnSearch(kind: Kind, field: string): ColumnSearch {
  if (!kind.partitioned || kind.list?.texts?.includes(field)) return 'inside';
  const column = kind.list?.columns.find((each) => each.field === field);
  if (column?.search === 'start' || column?.search === 'whole') return column.search;
  const isLookedUp = kind.lookups?.some(([first]) => first === field) || field === 'owner';
  const isCounted = fieldsOf(kind).some(({ name, counted }) => name === field && counted);
  return isLookedUp || isCounted ? 'whole' : 'none';
}
