import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { run, type SqlPart } from '../../db/sql-parts.ts';
import { type Counter, counter, countWrong, locks, paced } from './guesses.ts';

/** The wrong codes in an hour after which the next hour has stricter rules. */
const hourly = 100;
const hour = { window: 60, firstLock: 60, longestLock: 60, quiet: 60 };

const inOrganization = (name: string) => paced(hour, counter(hourly, 'codes guessed in', name));
const atApplication = (name: string) => paced(hour, counter(hourly, 'codes guessed at', name));

interface Place {
  organization: string;
  /** Empty where users change their own address. */
  application: string;
}

/**
 * Counts a wrong code at its organization and application. It refuses nobody, because strangers could shut out all
 * users.
 */
export async function spendBudget(sql: Sql, { organization, application }: Place, now: Date): Promise<void> {
  await spent(countWrong(sql, [inOrganization(organization)], now));
  if (application) await spent(countWrong(sql, [atApplication(application)], now));
}

const spent = (counting: Promise<void>): Promise<void> =>
  counting.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'locked')) throw error;
  });

/** Has a row while an organization is over its budget. Each code then ends with its first wrong guess. */
export const overBudget = (organization: string, now: Date): SqlPart => locks([inOrganization(organization)], now);

/**
 * Says whether a captcha is required even of an application without one. A guess at another code then costs human
 * time.
 */
export async function isGuessedAt(sql: Sql, { organization, application }: Place, now: Date): Promise<boolean> {
  const counters: Counter[] = [inOrganization(organization), atApplication(application)];
  return (await run(sql, locks(counters, now))).length > 0;
}
