import type { Kind, Row } from '@doorwright/crds';
import { readPage } from '../http/read-page.ts';
import { createdWithin } from './date-range.ts';
import type { ListState } from './list-state.ts';
import { limitParameters } from './named-filters.ts';
import { idOf } from './use-selection.ts';

/** The largest page of the server. */
const pageSize = 1000;

interface Wanted {
  kind: Kind;
  state: ListState;
  organization: string | undefined;
}

/**
 * All rows that a list finds, the oldest first, a page at a time. Each page begins at the time where the last one ended, so rows that come
 * or go meanwhile neither hide another row nor show one twice.
 */
export async function* readAll({ kind, state, organization }: Wanted, signal: AbortSignal) {
  const { from, to, equals, field, value, text } = state;
  const created = createdWithin({ from, to });
  const query = { ...{ field, value, text, pageSize }, equals: limitParameters(kind, equals), ...created };
  const seen = new Set<string>();
  let createdFrom = created.createdFrom;
  let page = 1;
  let total: number | undefined;
  for (;;) {
    const sort = { sortField: 'createdTime', sortOrder: 'ascend' };
    const whose = { ...(organization && { owner: organization }), ...(createdFrom && { createdFrom }) };
    const found = await readPage(kind, { ...query, ...sort, ...whose, page }, { signal });
    total ??= found.total;
    const rows = found.rows.filter((row) => !seen.has(idOf(kind, row)));
    for (const row of rows) seen.add(idOf(kind, row));
    yield { rows, read: seen.size, total: Math.max(total, seen.size) };
    const last: Row | undefined = found.rows.at(-1);
    if (!last || found.rows.length < pageSize) return;
    // The server answers a page beyond the end with the last one.
    if (page > 1 && rows.length === 0) return;
    // Rows of one moment, such as those of one import, can fill several pages.
    page = last.createdTime === createdFrom ? page + 1 : 1;
    createdFrom = last.createdTime;
  }
}
