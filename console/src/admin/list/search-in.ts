import { createdWithin } from './date-range.ts';
import type { ListState } from './list-state.ts';

/** The parameters that find all rows of a list: its filters without a page and an order. */
export function searchIn(
  { field, value, from, to, text, equals }: ListState,
  owner: string | undefined,
): Record<string, string> {
  const all = { ...equals, ...createdWithin({ from, to }), field, value, text, owner: owner ?? '' };
  return Object.fromEntries(Object.entries(all).filter((pair): pair is [string, string] => Boolean(pair[1])));
}
