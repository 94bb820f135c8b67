import type { Row } from '@doorwright/crds';
import { descriptionOf, missingFields } from '@doorwright/crds/providers/described.ts';
import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';

const kind = registry.named('provider');
const query = { page: 1, pageSize: 1000, field: 'category', value: 'Payment' };

/** The providers of payments by name; undefined while they load. */
export function useChannels(): ReadonlyMap<string, Row> | undefined {
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
  });
  return data && new Map(data.rows.map((row) => [String(row.name), row]));
}

/** Why nobody can pay by a provider: it is gone, its type is not offered, or a field is empty. */
export type ChannelProblem = { why: 'gone' } | { why: 'type'; type: string } | { why: 'fields'; fields: string[] };

export function problemOf(provider: Row | undefined): ChannelProblem | undefined {
  if (!provider) return { why: 'gone' };
  if (!descriptionOf(provider)?.offered) return { why: 'type', type: String(provider.type) };
  const fields = missingFields(provider);
  return fields.length > 0 ? { why: 'fields', fields } : undefined;
}
