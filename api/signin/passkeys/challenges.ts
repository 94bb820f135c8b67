import { hash, randomBytes } from 'node:crypto';
import type { PasskeyChallenge } from '@doorwright/crds/kinds/passkey-challenge.ts';
import type { Request, Response } from 'express';
import { Refusal } from '../../core/errors.ts';
import type { Sql } from '../../db/knex.ts';
import { passkeyCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import type { AccountDeps } from '../place/deps.ts';
import { readSigned, signedChallenge } from './signed-challenge.ts';

export const challengeLifetime = 5 * 60_000;
const digestOf = (text: string) => hash('sha256', text, 'base64url');

/** A new passkey of a user, a sign-in, a sign-up, a second factor, or a new one in the middle of a sign-in. */
export type Purpose = 'add' | 'signin' | 'signup' | 'factor' | 'enrol';

/** Strangers draw these. A row for each would let them fill the database. */
const signed: readonly Purpose[] = ['signin', 'signup'];

type Kept = Pick<PasskeyChallenge, 'owner' | 'application' | 'holder' | 'handle'>;

/** What an answer must have in common with its challenge. */
interface At {
  purpose: Purpose;
  /** The value of the browser's cookie. Without a browser, the holder stands for it. */
  browser?: { cookie: string | undefined };
  holder?: string;
  now: Date;
}

/**
 * Challenges for passkeys. Each is for one purpose, one browser, and one session or half-finished sign-in, if there is one. It works
 * once, for five minutes (S31).
 */
export function passkeyChallenges({ db, store, config, box }: Pick<AccountDeps, 'db' | 'store' | 'config' | 'box'>) {
  const origin = config.DOORWRIGHT_ORIGIN;
  const cookie = passkeyCookieName(origin);
  const { table, toRow, fromRow } = store('passkey-challenge');

  const at = (challenge: string, { purpose, browser, holder = '', now }: At) =>
    db(table)
      .where({ id: digestOf(challenge), purpose, holder, browser: browser ? digestOf(browser.cookie ?? '') : '' })
      .andWhere('expire_time', '>', now);

  const read = (row: unknown) => {
    if (!row) throw new Refusal('passkey-expired');
    return fromRow(row as never) as unknown as PasskeyChallenge;
  };

  function readStrangers(challenge: string, { purpose, browser, now }: At) {
    const found = readSigned(box, challenge, digestOf(browser?.cookie ?? ''));
    if (found?.purpose !== purpose || found.until <= now.getTime()) throw new Refusal('passkey-expired');
    const { owner, application, handle, until } = found;
    return { kept: { owner, application, handle, holder: '' }, expireTime: new Date(until).toISOString() };
  }

  async function lookAtStrangers(challenge: string, place: At): Promise<Kept> {
    const { kept } = readStrangers(challenge, place);
    if (
      await db(table)
        .where({ id: digestOf(challenge) })
        .first('id')
    )
      throw new Refusal('passkey-expired');
    return kept;
  }

  return {
    browserOf: (req: Request) => ({ cookie: valueOfCookie(req, cookie) }),

    /** Draws a challenge. A browser has one cookie for all of its challenges, so that two tabs do not disturb each other. */
    async draw(purpose: Purpose, kept: Kept, http: { req: Request; res: Response } | undefined, now: Date) {
      const value = http && (valueOfCookie(http.req, cookie) ?? randomBytes(32).toString('base64url'));
      if (http && value) setCookie(http.res, { name: cookie, value, origin, maxAge: challengeLifetime });
      const until = now.getTime() + challengeLifetime;
      if (signed.includes(purpose)) {
        const { owner, application, handle } = kept;
        return signedChallenge(box, { purpose, owner, application, handle, until }, digestOf(value ?? ''));
      }
      const challenge = randomBytes(32).toString('base64url');
      const known = { ...kept, purpose, id: digestOf(challenge), browser: value ? digestOf(value) : '' };
      const expireTime = new Date(until).toISOString();
      await db(table).insert(toRow({ ...known, version: 1, createdTime: now.toISOString(), expireTime }));
      return challenge;
    },

    /** Reads a challenge without using it up, to find the application of an answer. */
    look: async (challenge: string, place: At): Promise<Kept> =>
      signed.includes(place.purpose) ? lookAtStrangers(challenge, place) : read(await at(challenge, place).first()),

    /**
     * Refuses a second answer to a stranger's challenge, by a row. Call it when the answer is right, so that wrong answers store nothing:
     * nobody can make them right by repeating them.
     */
    async useUp(sql: Sql, challenge: string, place: At): Promise<void> {
      const { kept, expireTime } = readStrangers(challenge, place);
      const used = { ...kept, purpose: 'used', id: digestOf(challenge), browser: '', expireTime };
      const row = toRow({ ...used, version: 1, createdTime: place.now.toISOString() });
      const stored = await sql(table).insert(row).onConflict().ignore().returning('id');
      if (stored.length === 0) throw new Refusal('passkey-expired');
    },

    /** Uses up a challenge with a row. A second answer, another browser, another purpose or another holder finds none. */
    async take(challenge: string, place: At): Promise<Kept> {
      const [row] = await at(challenge, place).delete().returning('*');
      return read(row);
    },
  };
}
