import type { Kind, Row } from '@doorwright/crds';
import { call } from './call.ts';

export interface Page {
  rows: Row[];
  total: number;
}

export interface PageQuery {
  page: number;
  pageSize: number;
  field?: string;
  value?: string;
  sortField?: string;
  sortOrder?: string;
  /** Only what this organization owns. */
  owner?: string;
}

/** Users of all organizations are listed by a call of their own. */
const verbOf = ({ people, plural }: Kind, owner: string | undefined) =>
  people && !owner ? `get-global-${plural}` : `get-${plural}`;

export async function readPage(
  kind: Kind,
  { page, ...query }: PageQuery,
  { signal }: { signal: AbortSignal },
): Promise<Page> {
  const { data, data2 } = await call<Row[]>(verbOf(kind, query.owner), { query: { ...query, p: page }, signal });
  return { rows: data, total: Number(data2) };
}
