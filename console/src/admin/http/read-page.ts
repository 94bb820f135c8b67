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
  /** Restricts the list to this organization's objects. */
  createdFrom?: string;
  createdTo?: string;
  owner?: string;
  text?: string;
  /** Values of fields that the list is limited to. */
  equals?: Readonly<Record<string, string>>;
}

/** A separate call lists the users of all organizations. */
const verbOf = ({ people, plural, listedBy }: Kind, owner: string | undefined) =>
  listedBy ?? (people && !owner ? `get-global-${plural}` : `get-${plural}`);

export async function readPage(
  kind: Kind,
  { page, equals, ...query }: PageQuery,
  sent: { signal?: AbortSignal },
): Promise<Page> {
  const { data, data2 } = await call<Row[]>(verbOf(kind, query.owner), {
    query: { ...query, ...equals, p: page },
    ...sent,
  });
  return { rows: data, total: Number(data2) };
}
