import { monthsOf, type Period } from '@doorwright/crds/options/periods.ts';
import { dayOfMonth, monthsLater } from '@doorwright/crds/values/calendar-months.ts';
import type { RenewalReport } from '../../../providers/payment/renewal.ts';

/** Months differ by three days, and clocks by less than one. */
const slackMs = 4 * 86_400_000;

/**
 * Whether the cycle before the vendor's next one is paid. Vendors name the next time already at the end of a period, and take the money of the new one
 * an hour or days later.
 */
export function isPaidUp({ state, nextTime, cycles }: RenewalReport, period: Period): boolean {
  if (state !== 'active' || !nextTime || cycles.length === 0) return false;
  const last = new Date(Math.max(...cycles.map(({ time }) => time.getTime()))).toISOString();
  const until = Date.parse(monthsLater(last, monthsOf[period], dayOfMonth(last)));
  return until + slackMs >= nextTime.getTime();
}
