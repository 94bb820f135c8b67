import { hash, randomBytes } from 'node:crypto';
import type { VerificationCode } from '@doorwright/crds/kinds/verification-code.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { linkCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import { codeMinutes } from '../codes/issue.ts';
import { readTicket } from '../codes/link-ticket.ts';
import { answerDigests } from '../place/answer-digest.ts';
import type { AccountDeps } from '../place/deps.ts';

const digestOf = (value: string) => hash('sha256', value, 'base64url');

/** What the sign-in by a link needs. */
const dataSchema = z.object({
  /** The page of ours that requested the link, and the address to which it was to lead on. */
  page: z.string(),
  target: z.string(),
  /** The digest of the request of the page. */
  request: z.string(),
  autoSignin: z.boolean(),
});

export type LinkData = z.infer<typeof dataSchema>;

export interface SignInLink extends LinkData {
  organization: string;
  application: string;
  /** The user and their email, to which the link went. */
  user: string;
  email: string;
  /** Why the link does not work here. */
  refusal: Refusal | undefined;
  /** Uses the link up. It refuses if another request was first. */
  useUp: (sql: Sql) => Promise<void>;
}

const isVoid = () => new Refusal('link-void');

/**
 * Links of letters. Each is a row in the table of codes, and belongs to the browser that requested it, to one application and one request.
 * It works once, for ten minutes (S26).
 */
export function signInLinks({
  db,
  store,
  box,
  config,
}: Pick<AccountDeps, 'db' | 'store' | 'box'> & { config: { DOORWRIGHT_ORIGIN: string } }) {
  const origin = config.DOORWRIGHT_ORIGIN;
  const cookie = linkCookieName(origin);
  const { table, fromRow } = store('verification-code');

  return {
    browserOf: (req: Request) => valueOfCookie(req, cookie),

    /** Marks the browser, and returns what the row keeps. A browser has one mark for all of its links. */
    mark({ req, res }: { req: Request; res: Response }, data: LinkData): { browser: string; data: string } {
      const value = valueOfCookie(req, cookie) ?? randomBytes(32).toString('base64url');
      setCookie(res, { name: cookie, value, origin, maxAge: codeMinutes * 60_000 });
      return { browser: digestOf(value), data: JSON.stringify(data) };
    },

    /** The link of a ticket. Without the right secret there is none. A link that another browser opens stays valid in its own. */
    async find(text: string, browser: string | undefined, now: Date): Promise<SignInLink> {
      const ticket = readTicket(text);
      if (!ticket) throw isVoid();
      const { id, secret } = ticket;
      const right = { id, purpose: 'link' };
      const digests = answerDigests(box, id, secret);
      const row = await db(table).where(right).whereIn('digest', digests).first();
      if (!row) throw isVoid();
      const stored = fromRow(row) as unknown as VerificationCode & { owner: string };
      const isOver = stored.isUsed || new Date(stored.expireTime) <= now;
      const isHere = stored.browser === digestOf(browser ?? '');
      return {
        ...dataSchema.parse(JSON.parse(stored.data)),
        ...{ organization: stored.owner, application: stored.application, user: stored.user },
        email: stored.destination,
        refusal: isOver ? isVoid() : isHere ? undefined : new Refusal('link-elsewhere'),
        async useUp(sql) {
          const used = await sql(table)
            .where({ ...right, is_used: false })
            .whereIn('digest', digests)
            .update({ is_used: true });
          if (used === 0) throw isVoid();
        },
      };
    },
  };
}
