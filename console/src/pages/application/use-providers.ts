import { useQuery } from '@tanstack/react-query';
import { registry } from '../../kinds.ts';
import { readPage } from '../../resource/read-page.ts';

interface Provider {
  category: string;
  type: string;
}

const kind = registry.named('provider');
/** All of them: platforms have dozens, and the server gives up to a thousand at once. */
const query = { page: 1, pageSize: 1000 };

/** The providers by their names; undefined until they are known. */
export function useProviders(): ReadonlyMap<string, Provider> | undefined {
  const { data } = useQuery({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
  });
  return data && new Map(data.rows.map((row) => [String(row.name), row as unknown as Provider]));
}
