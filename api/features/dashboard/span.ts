import type { ErrorCode } from '../../core/errors.ts';
import { Refusal } from '../../core/errors.ts';
import { beginOfOrganization } from '../../core/objects/storage/begin-of-organization.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';

export interface Span {
  /** Without it, all organizations. */
  organization: string | undefined;
  days: number;
  /** The time zone of the administrator, which decides when a day begins. */
  timeZone: string;
  now: Date;
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
export function lastDays({ days, timeZone, now }: Span): string[] {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(now);
  const back = (by: number) => new Date(Date.parse(today) - by * 86_400_000).toISOString().slice(0, 10);
  return Array.from({ length: days }, (_, index) => back(days - 1 - index));
}

/** The rows of a kind that were added in the span. */
export function rowsIn({ db, store }: Pick<RouteDeps, 'db' | 'store'>, kind: string, span: Span) {
  const { organization, timeZone } = span;
  return db(store(kind).table)
    .where('created_time', '>=', db.raw('?::timestamp AT TIME ZONE ?', [lastDays(span)[0] as string, timeZone]))
    .where(organization === undefined ? {} : { owner: organization });
}

/** The sign-ins of people in the span, and those that they failed. */
export const signInsIn = (deps: Pick<RouteDeps, 'db' | 'store'>, span: Span) =>
  rowsIn(deps, 'record', span)
    // An organization does not see those of an earlier one with its name.
    .where((each) => {
      if (span.organization !== undefined) each.whereRaw(`created_time >= ${beginOfOrganization}`, [span.organization]);
    })
    .whereIn('action', signInActions)
    .where((each) => each.where('outcome', 'ok').orWhereIn('reason', failures));

export const unknownZone = () => new Refusal('invalid', {}, { fields: [{ field: 'timeZone', code: 'not-time-zone' }] });
