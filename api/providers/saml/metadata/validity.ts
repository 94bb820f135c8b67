import { refusedBy } from '../../oauth/sign-in-service.ts';

const form = /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;
const second = 1_000;
const day = 86_400 * second;
const unitsMs = [365 * day, 30 * day, day, 3_600 * second, 60 * second, second];

/** The length of an xs:duration in milliseconds. A year and a month have no fixed length, but this only decides how soon to read again. */
function durationOf(text: string): number | undefined {
  const parts = form.exec(text)?.slice(1);
  if (!parts?.some((part) => part !== undefined)) return;
  return parts.reduce((sum, part, unit) => sum + Number(part ?? 0) * (unitsMs[unit] ?? 0), 0);
}

function timeOf(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refusedBy('validUntil is not a time');
  return time;
}

const lowest = (numbers: readonly number[]) => (numbers.length > 0 ? Math.min(...numbers) : undefined);

export interface Validity {
  /** ISO time, or empty if the metadata never expire. */
  validUntil: string;
  /** The time after which the metadata ask to be read again. */
  cacheMs: number | undefined;
}

/** The strictest values of an element and those around it (SAML Metadata 2.0, 2.3 and 2.4). Expired metadata are refused. */
export function validityOf(elements: readonly Element[], now: Date): Validity {
  const values = (name: string) => elements.map((each) => each.getAttribute(name) ?? '').filter(Boolean);
  const end = lowest(values('validUntil').map(timeOf));
  if (end !== undefined && end <= now.getTime()) throw refusedBy('the metadata have expired');
  const caches = values('cacheDuration').map(durationOf);
  return {
    validUntil: end === undefined ? '' : new Date(end).toISOString(),
    cacheMs: lowest(caches.filter((each) => each !== undefined)),
  };
}
