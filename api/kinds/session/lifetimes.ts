import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Work } from '../../core/objects/kind-hooks.ts';

const hour = 3_600_000;
const day = 24 * hour;

/** How long the sessions of an organization's users live. */
export type SessionLifetimes = Pick<Organization, 'sessionIdleMinutes' | 'sessionHours' | 'rememberedSessionDays'>;

export const longestOf = ({ sessionHours, rememberedSessionDays }: SessionLifetimes, isRemembered: boolean): number =>
  isRemembered ? rememberedSessionDays * day : sessionHours * hour;

/** Open sessions follow new rules. None lives longer than it was to live when it began. */
export async function applyLifetimes(owner: string, after: SessionLifetimes, { sql, store }: Work): Promise<void> {
  const { table } = store('session');
  const longest = 'CASE WHEN is_remembered THEN make_interval(days => ?) ELSE make_interval(hours => ?) END';
  await sql(table)
    .where({ owner })
    .update({
      idle_minutes: after.sessionIdleMinutes,
      expire_time: sql.raw(`least(expire_time, created_time + ${longest})`, [
        after.rememberedSessionDays,
        after.sessionHours,
      ]),
    });
}
