import { useQuery } from '@tanstack/react-query';
import { CallError } from '../../shared/exchange.ts';
import { call } from '../http/call.ts';

/** Whether an organization of this name exists. A list with rows proves it, so only an empty list asks. */
export function useOrganizationState(name: string | undefined, isEmpty: boolean): 'known' | 'asked' | 'unknown' {
  const isInDoubt = name !== undefined && isEmpty;
  const { error, isLoading } = useQuery({
    queryKey: ['organization', 'house', name],
    queryFn: async ({ signal }) => (await call('get-organization', { query: { id: `admin/${name}` }, signal })).data,
    enabled: isInDoubt,
  });
  if (!isInDoubt) return 'known';
  if (isLoading) return 'asked';
  return error instanceof CallError && error.code === 'not-found' ? 'unknown' : 'known';
}
