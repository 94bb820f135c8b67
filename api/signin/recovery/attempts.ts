import { createHash, randomBytes } from 'node:crypto';
import type { SignInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import type { Request, Response } from 'express';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { attemptCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import type { PortalDeps } from '../portal-deps.ts';

const lifetime = 10 * 60_000;
const idOf = (value: string) => createHash('sha256').update(value).digest('base64url');

/**
 * The recovery of one browser. The server keeps its steps, and the browser holds a random id, so no step can be
 * left out (S27).
 */
export function attempts({ store, config }: PortalDeps) {
  const origin = config.DOORWRIGHT_ORIGIN;
  const cookie = attemptCookieName(origin);
  const { table, toRow, fromRow } = store('sign-in-attempt');

  const live = (sql: Sql, req: Request, purpose: string, now: Date) =>
    sql(table)
      .where({ id: idOf(valueOfCookie(req, cookie) ?? ''), purpose })
      .andWhere('expire_time', '>', now);

  return {
    /** Begins a recovery in the transaction of its first step, and gives the browser its id. */
    async begin(
      sql: Sql,
      res: Response,
      attempt: Pick<SignInAttempt, 'owner' | 'user' | 'application' | 'purpose' | 'steps'>,
      now: Date,
    ): Promise<void> {
      const value = randomBytes(32).toString('base64url');
      await sql(table).insert(
        toRow({
          ...attempt,
          id: idOf(value),
          version: 1,
          createdTime: now.toISOString(),
          expireTime: new Date(now.getTime() + lifetime).toISOString(),
        }),
      );
      setCookie(res, { name: cookie, value, origin, maxAge: lifetime });
    },

    /** The recovery of this browser, if it has reached the step. */
    async after(sql: Sql, req: Request, { purpose, step, now }: { purpose: string; step: string; now: Date }) {
      const row = await live(sql, req, purpose, now).first();
      const attempt = row && (fromRow(row) as unknown as SignInAttempt);
      if (!attempt?.steps.includes(step)) throw new Refusal('step-missing');
      return attempt;
    },

    /** Ends the recovery with its last step. A second request finds nothing. */
    async end(sql: Sql, { req, res }: { req: Request; res: Response }, purpose: string, now: Date): Promise<void> {
      if ((await live(sql, req, purpose, now).delete()) === 0) throw new Refusal('step-missing');
      setCookie(res, { name: cookie, value: '', origin, maxAge: 0 });
    },
  };
}
