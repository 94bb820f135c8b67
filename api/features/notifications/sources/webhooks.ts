import { failedTooLong } from '@doorwright/crds/options/call-problems.ts';
import { run } from '../../../db/sql-parts.ts';
import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';

interface Row {
  name: string;
  /** Empty for a webhook of no organization. */
  organization: string;
  failing_since: Date;
  problem: string;
  problem_code: string;
  problem_value: string;
  /** When the server disabled it. */
  off_time: Date | null;
}

/** Webhooks whose receiver fails, and those that the server disabled for it. A webhook that a person disabled is their own choice. */
export const webhooks: Source =
  ({ db, store }) =>
  async ({ organization }) => {
    const rows = await run<Row>(db, {
      text: `SELECT w.name, w.organization, w.failing_since, w.problem, w.problem_code, w.problem_value, off.time AS off_time FROM ${store('webhook').table} AS w
        LEFT JOIN LATERAL (SELECT max(created_time) AS time FROM ${store('record').table} WHERE object = 'webhook admin/' || w.name
          AND created_time >= w.failing_since AND reason = '${failedTooLong}') AS off ON NOT w.is_enabled
        WHERE w.failing_since IS NOT NULL AND (w.is_enabled OR off.time IS NOT NULL)
          ${organization === undefined ? '' : 'AND w.organization = ?'} ORDER BY w.name LIMIT ${mostOfSource}`,
      values: organization === undefined ? [] : [organization],
    });
    return rows.map(({ name, organization, failing_since, problem, problem_code, problem_value, off_time }): Found => {
      // People give webhooks of several organizations like names.
      const whose = organization ? { organization, context: 'of' } : {};
      const since = off_time ?? failing_since;
      return {
        ...{ code: off_time ? 'webhookOff' : 'webhookFails', tone: off_time ? 'danger' : 'warning' },
        params: { name, ...whose, problem, problemCode: problem_code, problemValue: problem_value },
        since: since.toISOString(),
        subject: { kind: 'webhook', owner: 'admin', name },
        cause: since.toISOString(),
      };
    });
  };
