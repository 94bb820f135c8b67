const minute = 60_000;
const usual = 6 * 60 * minute;
const shortest = 10 * minute;
const longest = 24 * 60 * minute;

interface Read {
  validUntil: string;
  cacheMs: number | undefined;
}

/** Half of the time until they expire, so that there is time for retries. */
const untilEnd = (validUntil: string, now: Date) =>
  validUntil ? (Date.parse(validUntil) - now.getTime()) / 2 : Number.POSITIVE_INFINITY;

/** When metadata are read again: as they ask, but between ten minutes and a day. */
export function nextTime({ validUntil, cacheMs = usual }: Read, now: Date): Date {
  const wait = Math.min(cacheMs, untilEnd(validUntil, now));
  return new Date(now.getTime() + Math.min(Math.max(wait, shortest), longest));
}

/** Another try after a failure: each pause is twice the one before. */
export const nextTry = (failures: number, now: Date): Date =>
  new Date(now.getTime() + Math.min(shortest * 2 ** Math.min(failures, 10), usual));
