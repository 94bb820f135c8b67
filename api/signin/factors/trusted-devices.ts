import { hash, randomBytes } from 'node:crypto';
import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { Request, Response } from 'express';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { Sql } from '../../db/knex.ts';
import { setCookie, trustCookieName, valueOfCookie } from '../../http/cookies.ts';
import type { AccountDeps } from '../place/deps.ts';

const day = 24 * 3_600_000;
/** The number of users that can trust one browser. */
const most = 4;

type Owned = Pick<User, 'owner' | 'name' | 'id'>;

const valuesOf = (req: Pick<Request, 'headers'>, origin: string) =>
  (valueOfCookie(req, trustCookieName(origin)) ?? '').split('.').filter(Boolean).slice(0, most);

/** The value of the browser and the user make the id, so a value of one user opens nothing for another. */
const idOf = (value: string, user: Pick<User, 'id'>) => hash('sha256', `${value} ${user.id}`, 'base64url');

/** The ids under which a browser is trusted by a user. */
export const trustedIdsOf = (req: Pick<Request, 'headers'>, origin: string, user: Pick<User, 'id'>): string[] =>
  valuesOf(req, origin).map((value) => idOf(value, user));

/** A name for a trusted browser on pages. Its id stays on the server. */
export const shownDeviceId = (id: string): string => hash('sha256', `shown ${id}`, 'base64url');

/** Ends the trust in one browser of a user, by its shown id. The answer says whether there was one. */
export async function forgetDevice(
  sql: Sql,
  { store }: Pick<AccountDeps, 'store'>,
  { owner, name: user }: Pick<User, 'owner' | 'name'>,
  shown: string,
): Promise<boolean> {
  const rows: { id: string }[] = await sql(store('trusted-device').table).where({ owner, user }).select('id');
  const row = rows.find(({ id }) => shownDeviceId(id) === shown);
  if (!row) return false;
  return (await sql(store('trusted-device').table).where({ owner, user, id: row.id }).delete()) > 0;
}

/** Tells whether a user trusts this browser. */
export async function isTrusted(
  { db, store, config }: Pick<AccountDeps, 'db' | 'store' | 'config'>,
  req: Pick<Request, 'headers'> | undefined,
  user: Owned,
  now: Date,
): Promise<boolean> {
  const ids = req ? trustedIdsOf(req, config.DOORWRIGHT_ORIGIN, user) : [];
  if (ids.length === 0) return false;
  const row = await db(store('trusted-device').table)
    .where({ owner: user.owner, user: user.name })
    .whereIn('id', ids)
    .andWhere('expire_time', '>', now)
    .first('id');
  return row !== undefined;
}

interface Trusting {
  http: { req: Request; res: Response };
  user: Owned;
  organization: Pick<Organization, 'trustedDeviceDays'>;
  context: Pick<RequestContext, 'now' | 'clientIp'>;
}

/** Trusts a browser with a new value, which nobody can have planted. */
export async function trustDevice(
  sql: Sql,
  { store, config }: Pick<AccountDeps, 'store' | 'config'>,
  { http: { req, res }, user, organization, context: { now, clientIp } }: Trusting,
): Promise<void> {
  const origin = config.DOORWRIGHT_ORIGIN;
  const value = randomBytes(32).toString('base64url');
  const maxAge = organization.trustedDeviceDays * day;
  const { table, toRow } = store('trusted-device');
  await sql(table).insert(
    toRow({
      ...{ owner: user.owner, user: user.name, id: idOf(value, user), version: 1, createdTime: now.toISOString() },
      ...{ clientIp: clientIp.slice(0, 100), userAgent: (req.get('User-Agent') ?? '').slice(0, 300) },
      expireTime: new Date(now.getTime() + maxAge).toISOString(),
    }),
  );
  const values = [value, ...valuesOf(req, origin)].slice(0, most);
  setCookie(res, { name: trustCookieName(origin), value: values.join('.'), origin, maxAge });
}
