import { hash, randomBytes } from 'node:crypto';
import type { SignInAttempt } from '@doorwright/crds/kinds/sign-in-attempt.ts';
import type { Request, Response } from 'express';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { attemptCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import type { AccountDeps } from '../place/deps.ts';

const lifetime = 10 * 60_000;
const idOf = (value: string) => hash('sha256', value, 'base64url');

type Begun = Pick<SignInAttempt, 'owner' | 'user' | 'application' | 'purpose' | 'steps'> &
  Partial<Pick<SignInAttempt, 'method' | 'request' | 'isImpersonated' | 'isRemembered' | 'session' | 'amr'>>;

/** The place of an attempt: its browser, its purpose and the time of the request. */
interface At {
  req: Request;
  purpose: string;
  now: Date;
}

/**
 * The unfinished sign-in or recovery of one browser. The server keeps its steps, and the browser holds a random id, so no
 * step can be left out (S27). A new password or a block of the user deletes it.
 */
export function attempts({ store, config }: Pick<AccountDeps, 'store' | 'config'>) {
  const origin = config.DOORWRIGHT_ORIGIN;
  const cookie = attemptCookieName(origin);
  const { table, toRow, fromRow } = store('sign-in-attempt');
  const missing = () => new Refusal('step-missing');

  const of = (sql: Sql, req: Request) => sql(table).where({ id: idOf(valueOfCookie(req, cookie) ?? '') });
  const live = (sql: Sql, { req, purpose, now }: At) =>
    of(sql, req).where({ purpose }).andWhere('expire_time', '>', now);

  return {
    /** Begins in the transaction of the first step, and gives the browser the id. A browser has one attempt. */
    async begin(sql: Sql, { req, res }: { req: Request; res: Response }, attempt: Begun, now: Date): Promise<void> {
      const value = randomBytes(32).toString('base64url');
      await of(sql, req).delete();
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

    /** The attempt of this browser, if it has reached the step. */
    async after(sql: Sql, at: At, step: string): Promise<SignInAttempt> {
      const row = await live(sql, at).first();
      const attempt = row && (fromRow(row) as unknown as SignInAttempt);
      if (!attempt?.steps.includes(step)) throw missing();
      return attempt;
    },

    /** Notes a step and what it proved. It refuses if another request was first. */
    async advance(sql: Sql, at: At, steps: readonly string[], step: string, amr: readonly string[]): Promise<void> {
      const { steps: before } = toRow({ steps });
      const after = toRow({ steps: [...steps, step], amr });
      if ((await live(sql, at).where({ steps: before }).update(after)) === 0) throw missing();
    },

    /** Ends with the last step. A second request finds nothing. */
    async end(sql: Sql, at: At, res: Response): Promise<void> {
      if ((await live(sql, at).delete()) === 0) throw missing();
      setCookie(res, { name: cookie, value: '', origin, maxAge: 0 });
    },
  };
}
