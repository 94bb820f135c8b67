import type { ErrorCode } from '../../core/errors.ts';
import { Refusal } from '../../core/errors.ts';
import type { SpecialDeps } from '../../kinds/special-deps.ts';

export interface Span {
  /** Without one, of all organizations. */
  organization: string | undefined;
  days: number;
  /** Where a day begins: the zone of whoever looks. */
  timeZone: string;
  now: Date;
}

export interface DailyCount {
  /** As the zone's calendar has it: 2026-11-21. */
  day: string;
  signIns: number;
  failedSignIns: number;
  newUsers: number;
}

/** The actions under which signing in is recorded: at the door, and by a client with its user's password. */
const signInActions = ['login', 'login/oauth/access_token'];

/** Refusals of people; the others are of programs that ask wrongly. */
const failures: readonly ErrorCode[] = [
  'sign-in-failed',
  'user-forbidden',
  'locked',
  'code-wrong',
  'code-void',
  'code-late',
];

/** The last days of a zone's calendar, today as the last. */
function lastDays({ days, timeZone, now }: Span): string[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const back = (by: number) => new Date(Date.parse(today) - by * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: days }, (_, index) => back(days - 1 - index));
}

/** How many signed in, failed to and joined, for each day; a day on which nothing happened counts zero. */
export async function dailyCounts({ db, store }: Pick<SpecialDeps, 'db' | 'store'>, span: Span): Promise<DailyCount[]> {
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
    // The database has a list of zones of its own.
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
