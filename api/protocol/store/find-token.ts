import { type AdapterPayload, Provider } from 'oidc-provider';
import { run } from '../../db/sql-parts.ts';
import { mayEnter } from '../../signin/place/may-enter.ts';
import type { ProtocolDeps } from '../deps.ts';
import { createReadAlong, type ReadAlong } from '../request-cache.ts';

const seconds = (at: Date) => Math.floor(at.getTime() / 1000);

/** Clients of Casdoor 2022 ask userinfo without `openid`, which the library requires. */
const scopeShown = ({ scope, accountId }: { scope: string; accountId: string | null }) =>
  accountId && Provider.ctx?.oidc.route === 'userinfo' ? `openid ${scope}` : scope || undefined;

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

/** Finds a token by its digest, with its user and grant. */
export async function findToken(
  { db, store, now }: Pick<ProtocolDeps, 'db' | 'store' | 'now'>,
  digest: string,
): Promise<AdapterPayload | undefined> {
  const readAlong = createReadAlong({ store, now });
  const { text, values } = readAlong.join('u.owner = t.organization AND u.name = t.user');
  const [row] = await run<Found & ReadAlong>(db, {
    text: `SELECT ${columns}, ${readAlong.columns} FROM ${store('token').table} AS t
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
