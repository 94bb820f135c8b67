import type { Row } from '@doorwright/crds';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../http/call.ts';

/** The client secret, which all parts of a page share. It is read on request, because the server keeps a record of each reading. */
export const useSecret = ({ owner, name, version, clientType }: Row, isWanted = false) =>
  useQuery({
    queryKey: ['application', 'secret', `${owner}/${name}`, version],
    queryFn: async () =>
      String((await call<Row>('get-application', { query: { id: `${owner}/${name}` } })).data.clientSecret),
    enabled: isWanted && clientType === 'confidential',
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
