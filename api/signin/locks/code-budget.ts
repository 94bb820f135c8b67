import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { run, type SqlPart } from '../../db/sql-parts.ts';
import { type Counter, counter, countWrong, locks, paced } from './guesses.ts';

/** Wrong codes in an hour, after which the next hour asks for more care. */
const hourly = 100;
const hour = { window: 60, firstLock: 60, longestLock: 60, quiet: 60 };

const inOrganization = (name: string) => paced(hour, counter(hourly, 'codes guessed in', name));
const atApplication = (name: string) => paced(hour, counter(hourly, 'codes guessed at', name));

interface Place {
  organization: string;
  /** Empty where a person changes their own address. */
  application: string;
}

/** Counts a wrong code where it was tried. Nobody is refused for it: strangers would shut out everybody. */
export async function spendBudget(sql: Sql, { organization, application }: Place, now: Date): Promise<void> {
  await spent(countWrong(sql, [inOrganization(organization)], now));
  if (application) await spent(countWrong(sql, [atApplication(application)], now));
}

const spent = (counting: Promise<void>): Promise<void> =>
  counting.catch((error: unknown) => {
    if (!(error instanceof Refusal && error.code === 'locked')) throw error;
  });

/** Has a row while more was guessed in the organization than an hour allows: each code then takes one wrong guess. */
export const overBudget = (organization: string, now: Date): SqlPart => locks([inOrganization(organization)], now);

/** Is a captcha asked for, whether or not the application has one? A guess at another code then costs a person's time. */
export async function isGuessedAt(sql: Sql, { organization, application }: Place, now: Date): Promise<boolean> {
  const counters: Counter[] = [inOrganization(organization), atApplication(application)];
  return (await run(sql, locks(counters, now))).length > 0;
}
