import { hash, randomBytes } from 'node:crypto';
import type { ProviderRequest } from '@doorwright/crds/kinds/provider-request.ts';
import type { Request, Response } from 'express';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import { requestCookieName, setCookie, valueOfCookie } from '../../http/cookies.ts';
import type { AccountDeps } from '../place/deps.ts';

export const requestLifetime = 10 * 60_000;
const digestOf = (value: string) => hash('sha256', value, 'base64url');
const random = () => randomBytes(32).toString('base64url');

export const purposes = ['signin', 'link', 'test'] as const;
/** An identity provider of SAML can begin a sign-in itself. */
export type Purpose = (typeof purposes)[number] | 'unsolicited';

/** Marks a used assertion. No browser and no purpose finds it. */
const spent = 'spent';
/** Clocks may differ, so a mark stays longer than its assertion. */
const markedFor = 10 * 60_000;

/** What the answer of a provider needs. */
const dataSchema = z.object({
  redirectUri: z.string(),
  /** The page of ours that the browser left. */
  page: z.string(),
  /** The user stays signed in for 30 days. */
  autoSignin: z.boolean(),
  /** The secrets of the behaviour. */
  kept: z.record(z.string(), z.string()),
  /** The session of a user who links an account. */
  session: z.string(),
});

type Data = z.infer<typeof dataSchema>;

export interface OpenRequest extends Data {
  owner: string;
  provider: string;
  application: string;
  purpose: Purpose;
  /** The response that a SAML identity provider posted. */
  answer: string;
}

/** The parts of an answer that find its request. */
export interface Found {
  state: string;
  /** The value of the browser's cookie. */
  browser: string | undefined;
  now: Date;
}

/**
 * Requests to providers. Each has a random state, and belongs to the browser that began it, to one provider, one application and one
 * purpose. It works once, for ten minutes (S32).
 */
export function providerRequests({ db, store, config }: Pick<AccountDeps, 'db' | 'store' | 'config'>) {
  const origin = config.DOORWRIGHT_ORIGIN;
  const cookie = requestCookieName(origin);
  const { table, toRow, fromRow } = store('provider-request');

  const at = ({ state, browser, now }: Found) =>
    db(table)
      .where({ id: digestOf(state), browser: digestOf(browser ?? '') })
      .andWhere('expire_time', '>', now);

  function read(row: Record<string, unknown> | undefined): OpenRequest {
    if (!row) throw new Refusal('provider-request-unknown');
    const { owner, provider, application, purpose, data, answer } = fromRow(
      row as never,
    ) as unknown as ProviderRequest & {
      owner: string;
    };
    return { owner, provider, application, purpose: purpose as Purpose, answer, ...dataSchema.parse(JSON.parse(data)) };
  }

  return {
    /** Some services send back only letters and digits. */
    newState: () => randomBytes(32).toString('hex'),
    browserOf: (req: Request) => valueOfCookie(req, cookie),

    /** Keeps a request. A browser has one cookie for all of its requests, so that two tabs do not disturb each other. */
    async keep(
      { req, res }: { req: Request; res: Response },
      state: string,
      { owner, provider, application, purpose, answer, ...data }: OpenRequest,
      now: Date,
    ): Promise<void> {
      const browser = valueOfCookie(req, cookie) ?? random();
      const expireTime = new Date(now.getTime() + requestLifetime).toISOString();
      const known = { owner, provider, application, purpose, answer, id: digestOf(state), browser: digestOf(browser) };
      await db(table).insert(
        toRow({ ...known, version: 1, createdTime: now.toISOString(), data: JSON.stringify(data), expireTime }),
      );
      setCookie(res, { name: cookie, value: browser, origin, maxAge: requestLifetime });
    },

    /**
     * Keeps the answer that another site posted through the browser, which sends no cookie along (SameSite). The page that fetches it proves
     * its browser. The first answer stays.
     */
    async attach(state: string, answer: string, now: Date): Promise<void> {
      const open = db(table)
        .where({ id: digestOf(state), answer: '' })
        .andWhere('expire_time', '>', now);
      await open.update(toRow({ answer }));
    },

    /** Tells whether a state belongs to an open request. */
    isOpen: async (state: string, now: Date): Promise<boolean> =>
      (await db(table)
        .where({ id: digestOf(state) })
        .andWhere('expire_time', '>', now)
        .first('id')) !== undefined,

    /** Marks an assertion as used, and tells whether it was not used before (S45). */
    async spend(
      { issuer, id, end }: { issuer: string; id: string; end: Date },
      request: Pick<OpenRequest, 'owner' | 'provider' | 'application'>,
      now: Date,
    ): Promise<boolean> {
      const mark = {
        id: digestOf(JSON.stringify(['assertion', issuer, id])),
        browser: digestOf(random()),
        purpose: spent,
      };
      const expireTime = new Date(end.getTime() + markedFor).toISOString();
      const row = toRow({
        ...request,
        ...mark,
        version: 1,
        createdTime: now.toISOString(),
        data: '',
        answer: '',
        expireTime,
      });
      return (await db(table).insert(row).onConflict().ignore().returning('id')).length === 1;
    },

    /** Reads a request without using it up, for the page that the provider sent the browser to. */
    look: async (found: Found): Promise<OpenRequest> => read(await at(found).first()),

    /** Uses a request up. A second answer, another browser or another purpose finds none. */
    async take(found: Found, ...wanted: Purpose[]): Promise<OpenRequest> {
      const [row] = await at(found).whereIn('purpose', wanted).delete().returning('*');
      return read(row);
    },
  };
}
