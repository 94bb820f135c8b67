import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { CallError } from '../../shared/exchange.ts';
import { isSignedOut } from './call.ts';

/** Requests fail at once while the browser is offline, so that the page says so. */
const networkMode = 'always';

/** A retry helps only if the server did not answer or was not ready. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof CallError && ['unreachable', 'busy', 'not-ready'].includes(error.code);

/**
 * A session can end while a page is open, or another tab can sign in as another user. So the page reads the account again, and the
 * shell leads to sign-in or shows the change.
 */
const onError = (error: Error) => {
  if (isSignedOut(error) || (error instanceof CallError && error.code === 'unauthorized'))
    void queries.invalidateQueries({ queryKey: ['account'] });
};

// The library waits for a timer before it reports an answer, so a busy page would draw the answer one turn later.
notifyManager.setScheduler(queueMicrotask);

export const queries: QueryClient = new QueryClient({
  queryCache: new QueryCache({ onError }),
  mutationCache: new MutationCache({ onError }),
  defaultOptions: {
    queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: false, networkMode },
    mutations: { networkMode },
  },
});
