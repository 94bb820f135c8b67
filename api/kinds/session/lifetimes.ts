import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';

const hour = 3_600_000;
const day = 24 * hour;

const fields = ['sessionIdleMinutes', 'sessionHours', 'rememberedSessionDays'] as const;

/** How long the sessions of an organization's users live. */
export type SessionLifetimes = Pick<Organization, (typeof fields)[number]>;

export const longestOf = ({ sessionHours, rememberedSessionDays }: SessionLifetimes, isRemembered: boolean): number =>
  isRemembered ? rememberedSessionDays * day : sessionHours * hour;

/** Open sessions follow new rules, but none may last longer than the rules at its beginning allowed. */
export async function applyLifetimes(before: Draft, after: Draft, { sql, store }: Work): Promise<void> {
  if (fields.every((field) => after[field] === before[field])) return;
  const { sessionIdleMinutes, sessionHours, rememberedSessionDays } = after as unknown as SessionLifetimes;
  const { table } = store('session');
  const longest = 'CASE WHEN is_remembered THEN make_interval(days => ?) ELSE make_interval(hours => ?) END';
  await sql(table)
    .where({ owner: before.name })
    .update({
      idle_minutes: sessionIdleMinutes,
      expire_time: sql.raw(`least(expire_time, created_time + ${longest})`, [rememberedSessionDays, sessionHours]),
    });
}
