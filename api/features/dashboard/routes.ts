import type { JsonSchema } from '@doorwright/crds/schema/schema.ts';
import { isGlobalAdmin, organizationOf } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import type { Route } from '../../http/route.ts';
import { certExpiries } from '../../kinds/cert/cert-expiries.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { dailyCounts } from './daily-counts.ts';
import { mostOf } from './most.ts';
import { unknownZone } from './span.ts';

const mostDays = 90;
/** Names of time zones. Offsets are refused, because JavaScript and Postgres read their sign in opposite ways. */
const zoneName = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

const text = { type: 'string' };
const count = { type: 'integer' };
const listOf = (properties: Record<string, JsonSchema>) => ({ type: 'array', items: { type: 'object', properties } });

const dashboard = {
  type: 'object',
  properties: {
    days: listOf({ day: text, signIns: count, failedSignIns: count, activeUsers: count, newUsers: count }),
    methods: listOf({ name: text, count }),
    applications: listOf({ name: text, count }),
    failures: listOf({ name: text, count }),
    certs: listOf({ name: text, displayName: text, expireTime: text }),
  },
};

function daysOf(days = '0'): number {
  const number = /^\d{1,3}$/.test(days) ? Number(days) : Number.NaN;
  if (number <= mostDays) return number;
  throw new Refusal('invalid', {}, { fields: [{ field: 'days', code: 'not-number-to', params: { max: mostDays } }] });
}

function zoneOf(timeZone = 'UTC'): string {
  try {
    if (zoneName.test(timeZone)) return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    // JavaScript throws for an unknown zone.
  }
  throw unknownZone();
}

/** The data of an administrator's home page: activity, and the certs that expire next. */
export const dashboardRoutes = (deps: RouteDeps): Route[] => [
  {
    method: 'GET',
    path: '/api/get-dashboard',
    summary:
      'Counts sign-ins of the last days by day, method and application, failures by reason, active and new users, and lists certs by expiry.',
    tag: 'Dashboard',
    permission: 'administrator',
    query: {
      days: { about: `Number of days up to today, at most ${mostDays}. By default nothing is counted.` },
      timeZone: { about: 'Time zone of the days, for example Europe/Berlin. By default UTC.' },
    },
    answer: { data: dashboard },
    async handle({ context: { caller, now }, query }) {
      const organization = isGlobalAdmin(caller) ? undefined : (organizationOf(caller) ?? '');
      const span = { organization, days: daysOf(query.days), timeZone: zoneOf(query.timeZone), now };
      const isCounted = span.days > 0;
      const [days, most, certs] = await Promise.all([
        isCounted ? dailyCounts(deps, span) : [],
        isCounted ? mostOf(deps, span) : { methods: [], applications: [], failures: [] },
        certExpiries(deps, organization),
      ]);
      return { data: { days, ...most, certs } };
    },
  },
];
