import { addAbortListener } from 'node:events';
import { soon } from '../work/with-timeout.ts';
import { EgressError } from './failure.ts';

export type Found = { address: string; family: number }[];
export type Resolve = (host: string, options: { all: true }) => Promise<Found>;

/** The system asks once more after five seconds, and goes on for half a minute where nobody answers. */
const longestMs = 8_000;

/** The work, or why it was given up. */
export async function until<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const given = Promise.withResolvers<never>();
  const listening = addAbortListener(signal, () => given.reject(signal.reason));
  try {
    return await Promise.race([work, given.promise]);
  } finally {
    listening[Symbol.dispose]();
  }
}

const underWay = new WeakMap<Resolve, Map<string, Promise<Found>>>();

/**
 * Looks names up in bounded time. The system looks up two at once in a process, whoever asks: one that gets no answer is asked for once,
 * however many wait for it.
 */
export function createNames(resolve: Resolve): (host: string) => Promise<Found> {
  const asked = underWay.get(resolve) ?? new Map<string, Promise<Found>>();
  underWay.set(resolve, asked);

  function ask(host: string): Promise<Found> {
    const known = asked.get(host);
    if (known) return known;
    const found = resolve(host, { all: true });
    asked.set(host, found);
    const forget = () => void asked.delete(host);
    found.then(forget, forget);
    return found;
  }

  return (host) => soon(ask(host), longestMs, () => new EgressError(host, 'nobody answers where it is'));
}
