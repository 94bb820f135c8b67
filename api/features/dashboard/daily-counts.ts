import type { RouteDeps } from '../../kinds/route-deps.ts';
import { lastDays, rowsIn, type Span, signInsIn, unknownZone } from './span.ts';

export interface DailyCount {
  /** A date in this zone: 2026-11-21. */
  day: string;
  signIns: number;
  failedSignIns: number;
  /** People who signed in at least once. */
  activeUsers: number;
  newUsers: number;
}

interface Row {
  day: string;
  outcome?: string;
  count: string;
  people?: string;
}

/** Counts sign-ins, failed sign-ins, active and new users for each day. A day without any has 0. */
export async function dailyCounts(deps: Pick<RouteDeps, 'db' | 'store'>, span: Span): Promise<DailyCount[]> {
  const { db } = deps;
  const day = db.raw('(created_time AT TIME ZONE ?)::date::text AS day', [span.timeZone]);
  const signIns = signInsIn(deps, span)
    .select(day, 'outcome')
    .count({ count: '*' })
    .countDistinct({ people: db.raw('(owner, "user")') })
    .groupByRaw('1, outcome');
  const users = rowsIn(deps, 'user', span).select(day).count({ count: '*' }).groupByRaw('1');
  const [signedIn, joined] = (await Promise.all([signIns, users]).catch((cause) => {
    // The database has its own list of time zones.
    throw cause.code === '22023' ? unknownZone() : cause;
  })) as [Row[], Row[]];
  return lastDays(span).map((day) => {
    const of = (outcome: string) => signedIn.find((row) => row.day === day && row.outcome === outcome);
    return {
      day,
      signIns: Number(of('ok')?.count ?? 0),
      failedSignIns: Number(of('refused')?.count ?? 0),
      activeUsers: Number(of('ok')?.people ?? 0),
      newUsers: Number(joined.find((row) => row.day === day)?.count ?? 0),
    };
  });
}
