import type { Work } from '../../core/objects/rules/kind-hooks.ts';
import { ownersInTokens } from '../memberships.ts';
import { overSql, runsSql, withPlanSql } from './running.ts';

/** What a user may use by a subscription, as applications learn it. */
export interface Entitlement {
  /** The plan as owner/name. */
  plan: string;
  /** The options of the plan, as they are. */
  features: string[];
  seats: number;
  /** The end in seconds since 1970, with the days of grace. Missing without an end. */
  until?: number;
}

/** The running subscriptions of a user. Those of their organization and of the platform count, as for roles. */
export async function entitlementsOf(
  { owner, name }: { owner: string; name: string },
  { sql, store, now }: Pick<Work, 'sql' | 'store' | 'now'>,
): Promise<Entitlement[]> {
  const table = (kind: string) => `"${store(kind).table}"`;
  const { rows } = await sql.raw(
    `SELECT subscription.plan, plan.options, plan.seats, ${overSql} AS over FROM ${withPlanSql(table)}
     WHERE subscription."user" = :user AND subscription.owner = ANY(:owners) AND plan.owner = ANY(:owners) AND ${runsSql}
     ORDER BY subscription.plan, over`,
    { user: `${owner}/${name}`, owners: ownersInTokens(owner), now },
  );
  return rows.map((row: { plan: string; options: string[]; seats: number; over: Date | null }) => ({
    ...{ plan: row.plan, features: row.options, seats: row.seats },
    ...(row.over && { until: Math.floor(row.over.getTime() / 1000) }),
  }));
}
