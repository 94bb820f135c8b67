import type { Kind } from '@doorwright/crds';
import { queryOptions } from '@tanstack/react-query';
import { type Id, readObject } from './read-object.ts';

/** The object of an editor. */
export const objectQuery = (kind: Kind, id: Id, further: Readonly<Record<string, string>> | undefined) =>
  queryOptions({
    queryKey: [kind.name, 'one', id],
    queryFn: ({ signal }) => readObject(kind, id, { query: further, signal }),
    // A refetch must not change an object while the user edits it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The names of an address as the object's. */
export const idIn = (kind: Kind, { owner = kind.key === 'id' ? '' : 'admin', key = '' }: Partial<Id>): Id => ({
  owner,
  key,
});
