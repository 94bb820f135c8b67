import { distances, exactTimes, namedDistances, shortMoments } from './formats.ts';

const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

/** "3 hours ago", "in 2 days": the largest unit that the distance has one of. */
export function relativeTime(moment: string, language: string, now = Date.now()): string {
  const seconds = Math.round((Date.parse(moment) - now) / 1000);
  const unit = units.find(([, size]) => Math.abs(seconds) >= size);
  // "now": seconds would be wrong as soon as they are read.
  if (!unit) return namedDistances(language).format(0, 'second');
  const [name, size] = unit;
  return distances(language).format(Math.trunc(seconds / size), name);
}

/** The moment to the second in the reader's time zone, with the name of the zone. */
export const exactTime = (moment: string, language: string): string => exactTimes(language).format(new Date(moment));

/** The moment to the second in few characters, for columns of a list. */
export const shortMoment = (moment: string, language: string): string =>
  shortMoments(language).format(new Date(moment));
