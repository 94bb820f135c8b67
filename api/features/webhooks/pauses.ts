const second = 1_000;
const hour = 3_600 * second;

/** A delivery is tried for this long, and a webhook is disabled after failing for this long. */
export const triedForMs = 24 * hour;
export const failsForMs = 72 * hour;

const first = 5 * second;
const longest = 2 * hour;
/** A receiver may ask for a longer pause, but not for ever. */
const longestAsked = 6 * hour;

/** The pause that a receiver asks for, in seconds or as a date. */
export function askedPause(retryAfter: string | null, now: Date): number {
  if (!retryAfter) return 0;
  const until = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) * second : Date.parse(retryAfter) - now.getTime();
  return Number.isFinite(until) ? Math.min(Math.max(until, 0), longestAsked) : 0;
}

/** The time of the next attempt. Each pause is twice as long as the one before, and differs by a tenth. */
export function nextAttempt(tries: number, asked: number, now: Date, random = Math.random()): Date {
  const pause = Math.min(first * 2 ** Math.min(tries - 1, 20), longest);
  return new Date(now.getTime() + Math.max(pause * (0.9 + random / 5), asked));
}
