import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isSignedOut } from './call.ts';
import { CallError } from './exchange.ts';

/** Whoever is offline is told so, and does not wait before a page that never comes. */
const networkMode = 'always';

/** Asking again helps only where nobody answered, or nobody could. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof CallError && ['unreachable', 'busy', 'not-ready'].includes(error.code);

/**
 * A session can end under an open page, or be another's since somebody signed in in another tab: who is signed in is asked
 * again, and the shell sends to the door and back, or says so.
 */
const onError = (error: Error) => {
  if (isSignedOut(error) || (error instanceof CallError && error.code === 'unauthorized'))
    void queries.invalidateQueries({ queryKey: ['account'] });
};

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: false, networkMode },
    mutations: { networkMode },
  },
});
