import type { Found, Source } from '../notification.ts';
import { mostOfSource } from '../notification.ts';

/** The latest error. A syncer adds one line for each. */
const lastLine = (text: string) => text.trimEnd().split('\n').at(-1)?.trim().slice(0, 300) ?? '';

/** Enabled syncers whose last run failed. */
export const syncers: Source =
  ({ db, store }) =>
  async ({ organization }) => {
    const rows: { name: string; error_text: string; last_run_time: Date | null }[] = await db(store('syncer').table)
      .select('name', 'error_text', 'last_run_time')
      .where({ is_enabled: true, ...(organization !== undefined && { organization }) })
      .whereNot('error_text', '')
      .orderBy('name')
      .limit(mostOfSource);
    return rows.map(({ name, error_text, last_run_time }): Found => {
      const problem = lastLine(error_text);
      return {
        ...{ code: 'syncerFails', tone: 'danger', params: { name, problem }, cause: problem },
        since: last_run_time?.toISOString() ?? '',
        subject: { kind: 'syncer', owner: 'admin', name },
      };
    });
  };
