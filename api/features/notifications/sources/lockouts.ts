import type { EventName } from '@doorwright/crds/options/events.ts';
import { cacheReads } from '../../../core/cache/cached-reads.ts';
import { run } from '../../../db/sql-parts.ts';
import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';

/** So many accounts of one organization that are locked in one hour are no accident. */
const leastAccounts = 10;
/** A wave stays for a day after its last hour, so that somebody sees it in the morning. */
const toldForMs = 24 * 3_600_000;
const hourMs = 3_600_000;
/** During an attack, refusals are many. The latest ones are enough to see it, and the search stays short. */
const mostRefusals = 50_000;

const lockout: EventName = 'lockout';
/** The code of the refusal, for a search of records. */
const locked = 'locked';

interface Row {
  owner: string;
  hour: Date;
  accounts: number;
}

/** The hours of a day in which many accounts were locked, the latest first. */
const busyHours = (owner: string) => ({
  text: `SELECT owner, date_trunc('hour', created_time, 'UTC') AS hour, count(DISTINCT object)::integer AS accounts
    FROM (SELECT owner, created_time, object, event FROM records
      WHERE outcome = 'refused' AND created_time >= ? ${owner} ORDER BY created_time DESC LIMIT ${mostRefusals}) AS latest
    WHERE event = '${lockout}' AND object LIKE 'user %'
    GROUP BY 1, 2 HAVING count(DISTINCT object) >= ${leastAccounts} ORDER BY 1, 2 DESC`,
});

/** The last unbroken run of hours. */
function lastRun(hours: readonly Row[]): Row[] {
  const end = hours.findIndex((each, at) => {
    const next = hours[at + 1];
    return !next || each.hour.getTime() - next.hour.getTime() > hourMs;
  });
  return hours.slice(0, end + 1);
}

/** Waves of locks. This event shows that the account is locked at that time. */
export const lockouts: Source = ({ db }) => {
  // Nothing announces a record, so the answer is kept for a few seconds only.
  const read = cacheReads(db, [], async (key): Promise<Row[]> => {
    const [since, organization] = JSON.parse(key) as [string, string?];
    const { text } = busyHours(organization === undefined ? '' : 'AND owner = ?');
    return run<Row>(db, { text, values: [since, ...(organization === undefined ? [] : [organization])] });
  });
  return async ({ organization, now }) => {
    // The same text for all requests of a minute.
    const since = new Date(Math.floor((now.getTime() - toldForMs) / 60_000) * 60_000).toISOString();
    const rows = (await read(JSON.stringify([since, ...(organization === undefined ? [] : [organization])]))) ?? [];
    const waves = Object.values(Object.groupBy(rows, ({ owner }) => owner)).map((hours) => lastRun(hours ?? []));
    return waves.slice(0, mostOfSource).flatMap((wave): Found[] => {
      const first = wave.at(-1);
      if (!first) return [];
      const { owner: name } = first;
      const start = first.hour.toISOString();
      const words = new URLSearchParams({ text: locked, outcome: 'refused' });
      return [
        {
          ...{ code: 'lockoutWave', tone: 'danger', since: start, cause: start },
          params: { name, count: Math.max(...wave.map(({ accounts }) => accounts)) },
          subject: { kind: 'organization', owner: 'admin', name },
          path: `/records?${words}`,
        },
      ];
    });
  };
};
