import { QueryClient } from '@tanstack/react-query';
import { CallError } from './exchange.ts';

/** Asking again helps only where nobody answered. */
const isWorthRetrying = (failures: number, error: Error) =>
  failures < 2 && error instanceof CallError && error.code === 'unreachable';

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000, refetchOnWindowFocus: false } },
});
