import { useQuery } from '@tanstack/react-query';
import { readPage } from '../../http/read-page.ts';
import { registry } from '../../kinds.ts';

interface Provider {
  category: string;
  type: string;
}

const kind = registry.named('provider');
/** One page is enough: platforms have dozens of providers, and the server returns up to a thousand. */
const query = { page: 1, pageSize: 1000 };

/** The providers by name; undefined while they load. */
export function useProviders(): ReadonlyMap<string, Provider> | undefined {
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
  });
  return data && new Map(data.rows.map((row) => [String(row.name), row as unknown as Provider]));
}
