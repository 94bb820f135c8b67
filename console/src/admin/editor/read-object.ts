import type { Kind, Row } from '@doorwright/crds';
import { withEntries } from '@doorwright/crds/derive/pairs.ts';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../http/call.ts';
import { readPage } from '../http/read-page.ts';

export interface Id {
  owner: string;
  key: string;
}

interface Ways {
  /** Further query parameters of the request. */
  query?: Readonly<Record<string, string>> | undefined;
  signal?: AbortSignal | undefined;
}

export async function readObject(kind: Kind, { owner, key }: Id, { query, signal }: Ways): Promise<Row> {
  const cancel = signal && { signal };
  if (owner)
    return withEntries(
      kind,
      (await call<Row>(`get-${kind.name}`, { query: { ...query, id: `${owner}/${key}` }, ...cancel })).data,
    );
  // A directory is addressed by its id alone, and the list shows its organization.
  const { rows } = await readPage(kind, { page: 1, pageSize: 1, field: 'id', value: key }, cancel ?? {});
  if (rows[0]?.id === key) return rows[0];
  throw new CallError({ msg: '', code: 'not-found', data: null });
}
