const minute = 60;
const hour = 60 * minute;

/** From this length on, a time counts in the next unit. */
const long = 2;

/** A time in the largest unit that is still exact enough for somebody who waits. */
export function timeLeft(seconds: number): { unit: 's' | 'min' | 'h'; n: number } {
  if (seconds <= long * minute) return { unit: 's', n: seconds };
  if (seconds <= long * hour) return { unit: 'min', n: Math.ceil(seconds / minute) };
  return { unit: 'h', n: Math.ceil(seconds / hour) };
}
