import { randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type Adapter, type AdapterPayload, Provider } from 'oidc-provider';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Sql } from '../../db/knex.ts';
import { assignmentsPart, insertPart, run } from '../../db/sql-parts.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import { mayEnter } from '../../signin/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import { createReadAlong, once, type ReadAlong } from '../request-cache.ts';
import type { UserAccount } from '../tokens/accounts.ts';
import { families } from './token-families.ts';
import { write } from './writes.ts';

/** A token's name at endpoints that take no JWTs: its digest. Clients cannot name a token like that. */
export const digestPrefix = `${randomUUID()}:`;

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

interface Entities {
  Client?: { application: Application };
  Account?: UserAccount;
  AuthorizationCode?: { jti: string; codeChallenge?: string; exp: number };
  RefreshToken?: { jti: string };
  AccessToken?: { jti: string };
}

const entities = (): Entities => (Provider.ctx?.oidc.entities ?? {}) as unknown as Entities;

/** The digest by which `find` looks. */
const digestOfShown = (value: string): string =>
  value.startsWith(digestPrefix) ? value.slice(digestPrefix.length) : digestOf(value);

/** Clients of Casdoor 2022 ask userinfo without `openid`, which the library requires. */
const scopeShown = ({ scope, accountId }: { scope: string; accountId: string | null }) =>
  accountId && Provider.ctx?.oidc.route === 'userinfo' ? `openid ${scope}` : scope || undefined;

const holderOf = ({ user }: { user?: User | undefined }, { name, organization }: Application) =>
  user ? { organization: user.owner, user: user.name } : { organization, user: `app/${name}` };

/** The stored part of a signed token. */
type Made = AdapterPayload & { value?: string; madeAt?: Date };

interface Found {
  jti: string;
  createdTime: Date;
  expiresIn: number;
  scope: string;
  grantId: string;
  sessionUid: string;
  details: string;
  clientId: string;
  /** The organization of the application, and of the user. */
  entered: string;
  owner: string | null;
  accountId: string | null;
  isShut: boolean;
}

const columns = `t.name AS jti, t.created_time AS "createdTime", t.expires_in AS "expiresIn", t.scope,
  t.grant_id AS "grantId", t.session_id AS "sessionUid", t.details, a.client_id AS "clientId",
  a.organization AS entered, u.owner, u.id AS "accountId",
  NOT a.is_enabled OR coalesce(u.is_forbidden OR u.is_deleted, t.user NOT LIKE 'app/%') AS "isShut"`;

/** Stores access tokens as rows of the kind Token. Fields that only the library needs are in its details. */
export function createTokenAdapter({ db, store, now }: ProtocolDeps): Adapter {
  const readAlong = createReadAlong({ store, now });
  const { table, toRow } = store('token');
  const none = async () => undefined;

  async function upsert(jti: string, payload: Made, expiresIn: number): Promise<void> {
    const { value = '', madeAt = now(), iat: _iat, exp: _exp, accountId: _account, ...rest } = payload;
    const { grantId, sessionUid, scope, ...details } = rest;
    const { Client, Account, AuthorizationCode: code } = entities();
    if (!Client) throw new Error('a token is given to no client');
    const family = families.present();
    const own = toRow({
      owner: 'admin',
      version: 1,
      application: Client.application.name,
      ...holderOf({ user: payload.accountId ? Account?.user : undefined }, Client.application),
      code: code?.jti ?? '',
      codeChallenge: code?.codeChallenge ?? '',
      codeIsUsed: code !== undefined,
      codeExpireIn: code?.exp ?? 0,
      tokenType: payload.jkt ? 'DPoP' : 'Bearer',
      grantId: grantId ?? '',
      sessionId: sessionUid ?? '',
    });
    await write(db, (there) => {
      const fresh = toRow({
        name: jti,
        createdTime: madeAt.toISOString(),
        accessToken: value,
        accessTokenDigest: digestOf(value),
        // A token that comes later may be stored before.
        refreshToken: entities().RefreshToken?.jti ?? '',
        expiresIn,
        scope: scope ?? '',
        details: JSON.stringify({ ...details, family: family ?? jti }),
      });
      const token = insertPart(table, { ...own, ...fresh }, { there });
      if (!family || !grantId || !there) return { token };
      const set = assignmentsPart(fresh);
      const replaced = {
        text: `UPDATE ${table} SET ${set.text} FROM ${there}
          WHERE grant_id = ? AND grant_id <> '' AND strpos(details, ?) > 0 RETURNING 1`,
        values: [...set.values, grantId, `"family":"${family}"`],
      };
      return { replaced, token: { ...token, text: `${token.text} WHERE NOT EXISTS (SELECT FROM replaced)` } };
    });
  }

  async function find(digest: string): Promise<AdapterPayload | undefined> {
    const { text, values } = readAlong.join('u.owner = t.organization AND u.name = t.user');
    const [row] = await run<Found & ReadAlong>(db, {
      text: `SELECT ${columns}, ${readAlong.columns} FROM ${table} AS t
        JOIN ${store('application').table} AS a ON a.owner = 'admin' AND a.name = t.application ${text}
        WHERE t.access_token_digest = ? AND t.access_token_digest <> ''`,
      values: [...values, digest],
    });
    // The token's user or application is missing, switched off (S16) or in another organization (S9).
    if (!row || row.isShut || (row.owner && !mayEnter(row.owner, { organization: row.entered }))) return;
    const iat = seconds(row.createdTime);
    // To the second: the library would allow for clocks other than ours.
    if (iat + row.expiresIn <= seconds(now())) return;
    readAlong.keep(row, row.grantId);
    return {
      kind: row.accountId ? 'AccessToken' : 'ClientCredentials',
      ...JSON.parse(row.details || '{}'),
      jti: row.jti,
      iat,
      exp: iat + row.expiresIn,
      clientId: row.clientId,
      ...(row.accountId && { accountId: row.accountId }),
      scope: scopeShown(row),
      ...(row.grantId && { grantId: row.grantId }),
      ...(row.sessionUid && { sessionUid: row.sessionUid }),
    };
  }

  return {
    upsert,
    find(shown) {
      const digest = digestOfShown(shown);
      return once(`token ${digest}`, () => find(digest));
    },
    async destroy(jti) {
      await db(table).where({ owner: 'admin', name: jti }).delete();
      announceWhenCommitted(db, 'token', `admin/${jti}`);
    },
    async revokeByGrantId(grantId) {
      await db(table).where({ grant_id: grantId }).delete();
      announceWhenCommitted(db, 'grant', grantId);
    },
    consume: none as never,
    findByUid: none,
    findByUserCode: none,
  };
}

/** The access token that the present request has given so far. */
export const presentAccessToken = (): string | undefined => entities().AccessToken?.jti;

/** Deletes access tokens that have expired. */
export const deleteExpiredTokens = (sql: Sql, now: Date): Promise<number> =>
  sql(tableName(token)).whereRaw("created_time + expires_in * interval '1 second' <= ?", [now]).delete();
