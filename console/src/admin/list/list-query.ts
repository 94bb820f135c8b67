import type { Kind } from '@doorwright/crds';
import { queryOptions } from '@tanstack/react-query';
import { readPage } from '../http/read-page.ts';
import { createdWithin } from './date-range.ts';
import type { ListState } from './list-state.ts';
import { limitParameters } from './named-filters.ts';

/** The rows of a state of a list. At an organization's address they are of this organization. */
export function listQuery(kind: Kind, { from, to, equals, ...state }: ListState, organization: string | undefined) {
  const query = {
    ...state,
    equals: limitParameters(kind, equals),
    ...createdWithin({ from, to }),
    ...(organization && { owner: organization }),
  };
  return queryOptions({
    queryKey: [kind.name, 'list', query],
    queryFn: ({ signal }) => readPage(kind, query, { signal }),
    // A user who returns from an object within an hour finds the list as they left it.
    gcTime: 3_600_000,
  });
}
