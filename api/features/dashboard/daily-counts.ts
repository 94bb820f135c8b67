import type { ErrorCode } from '../../core/errors.ts';
import { Refusal } from '../../core/errors.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

export interface Span {
  /** Without it, all organizations. */
  organization: string | undefined;
  days: number;
  /** The time zone of the administrator, which decides when a day begins. */
  timeZone: string;
  now: Date;
}

export interface DailyCount {
  /** A date in this zone: 2026-11-21. */
  day: string;
  signIns: number;
  failedSignIns: number;
  newUsers: number;
}

/** The recorded actions of a sign-in: on our page, and by a client with the user's password. */
const signInActions = ['login', 'login/oauth/access_token'];

/** Refusals that users cause. Programs cause the other refusals by wrong requests. */
const failures: readonly ErrorCode[] = [
  'sign-in-failed',
  'user-forbidden',
  'locked',
  'code-wrong',
  'code-void',
  'code-late',
];

/** The last days in the zone's calendar. The last one is today. */
function lastDays({ days, timeZone, now }: Span): string[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const back = (by: number) => new Date(Date.parse(today) - by * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: days }, (_, index) => back(days - 1 - index));
}

/** Counts sign-ins, failed sign-ins and new users for each day. A day without any has 0. */
export async function dailyCounts({ db, store }: Pick<RouteDeps, 'db' | 'store'>, span: Span): Promise<DailyCount[]> {
  const { organization, timeZone } = span;
  const calendar = lastDays(span);
  const rowsSince = (kind: string) =>
    db(store(kind).table)
      .select(db.raw('(created_time AT TIME ZONE ?)::date::text AS day', [timeZone]))
      .count({ count: '*' })
      .where('created_time', '>=', db.raw('?::timestamp AT TIME ZONE ?', [calendar[0] as string, timeZone]))
      .where(organization === undefined ? {} : { owner: organization })
      .groupByRaw('1');
  const signIns = rowsSince('record')
    .select('outcome')
    .whereIn('action', signInActions)
    .where((each) => each.where('outcome', 'ok').orWhereIn('reason', failures))
    .groupBy('outcome');
  const [signedIn, joined] = await Promise.all([signIns, rowsSince('user')]).catch((cause) => {
    // The database has its own list of time zones.
    throw cause.code === '22023' ? unknownZone() : cause;
  });
  const total = (rows: readonly object[], match: object) =>
    Number(
      rows.find((row) => Object.entries(match).every(([name, value]) => row[name as keyof object] === value))?.[
        'count' as keyof object
      ] ?? 0,
    );
  return calendar.map((day) => ({
    day,
    signIns: total(signedIn, { day, outcome: 'ok' }),
    failedSignIns: total(signedIn, { day, outcome: 'refused' }),
    newUsers: total(joined, { day }),
  }));
}

export const unknownZone = () => new Refusal('invalid', {}, { fields: [{ field: 'timeZone', code: 'not-time-zone' }] });
