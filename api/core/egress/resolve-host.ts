import { addAbortListener } from 'node:events';
import { withTimeout } from '../work/with-timeout.ts';
import { EgressError } from './egress-error.ts';

export type HostAddresses = { address: string; family: number }[];
export type LookUp = (host: string, options: { all: true }) => Promise<HostAddresses>;

/** The system tries again after five seconds. Without an answer, it goes on for half a minute. */
const longestMs = 8_000;

/** Rejects with the signal's reason if the signal aborts before the work ends. */
export async function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const given = Promise.withResolvers<never>();
  const listening = addAbortListener(signal, () => given.reject(signal.reason));
  try {
    return await Promise.race([work, given.promise]);
  } finally {
    listening[Symbol.dispose]();
  }
}

const underWay = new WeakMap<LookUp, Map<string, Promise<HostAddresses>>>();

/**
 * Looks up names in bounded time. The process does only two system lookups at once. So all callers that wait for
 * one name share its lookup.
 */
export function createHostResolver(resolve: LookUp): (host: string) => Promise<HostAddresses> {
  const asked = underWay.get(resolve) ?? new Map<string, Promise<HostAddresses>>();
  underWay.set(resolve, asked);

  function ask(host: string): Promise<HostAddresses> {
    const known = asked.get(host);
    if (known) return known;
    const found = resolve(host, { all: true });
    asked.set(host, found);
    const forget = () => void asked.delete(host);
    found.then(forget, forget);
    return found;
  }

  return (host) =>
    withTimeout(ask(host), longestMs, () => new EgressError(host, 'its name could not be resolved in time'));
}
