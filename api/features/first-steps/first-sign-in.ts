import { tableName } from '@doorwright/crds/derive/tables.ts';
import type { Application } from '@doorwright/crds/kinds/application.ts';
import { type Record_, record } from '@doorwright/crds/kinds/record.ts';
import { type Token, token } from '@doorwright/crds/kinds/token.ts';
import { signInActions } from '@doorwright/crds/options/events.ts';
import { entitlements, groups } from '@doorwright/crds/options/oauth-scopes.ts';
import { decodeJwt } from 'jose';
import type { Store } from '../../core/objects/storage/store.ts';
import type { Sql } from '../../db/knex.ts';

interface Deps {
  sql: Sql;
  store: (kind: string) => Store;
}

export interface FirstSignIn {
  /** The latest sign-in of a user. */
  signIn: { time: string; user: string; protocol: string } | null;
  /** The latest access token that the application got. */
  token: {
    time: string;
    user: string;
    scope: string;
    claims: Record<string, unknown>;
    idTokenClaims?: Record<string, unknown>;
  } | null;
}

type At = Pick<Application, 'owner' | 'name' | 'organization'>;

async function latestSignIn({ sql, store }: Deps, { owner, name, organization }: At, isWhole: boolean) {
  const row = await sql(tableName(record))
    .where({ application: `${owner}/${name}`, outcome: 'ok', event: 'login' })
    .whereIn('action', [...signInActions])
    .where(isWhole ? {} : { owner: organization })
    .orderBy('created_time', 'desc')
    .first();
  if (!row) return null;
  const { createdTime, organization: of, user, protocol } = store('record').fromRow(row) as unknown as Record_;
  return { time: createdTime, user: `${of}/${user}`, protocol };
}

/** The claims of an access token. Tokens that an administrator wrote need not be JWTs. */
function claimsOf(accessToken: string): Record<string, unknown> | undefined {
  try {
    return decodeJwt(accessToken);
  } catch {
    return undefined;
  }
}

/** Claims that an ID token shares with the access token beside it. Its `at_hash` is of that token, which nobody may see. */
const sharedClaims = [
  ...['iss', 'sub', 'aud', 'iat', 'exp', 'nonce', 'auth_time', 'acr', 'amr', 'sid', 'isImpersonated'],
  ...[groups, entitlements],
];

/** The claims of the ID token that came along, if one did. */
function idTokenClaims(claims: Record<string, unknown>, { scope }: Token): Record<string, unknown> | undefined {
  const isOfUser = claims.sid !== undefined && scope.split(' ').includes('openid');
  if (!isOfUser) return undefined;
  const { aud } = claims;
  const shared = { ...claims, aud: Array.isArray(aud) && aud.length === 1 ? aud[0] : aud } as Record<string, unknown>;
  return Object.fromEntries(sharedClaims.flatMap((name) => (name in shared ? [[name, shared[name]]] : [])));
}

async function latestToken({ sql, store }: Deps, { name, organization }: At, isWhole: boolean) {
  const row = await sql(tableName(token))
    .where({ application: name })
    .where(isWhole ? {} : { organization })
    .orderBy('created_time', 'desc')
    .first();
  if (!row) return null;
  const found = store('token').fromRow(row) as unknown as Token;
  const claims = claimsOf(found.accessToken);
  if (!claims) return null;
  const { createdTime: time, organization: of, user, scope } = found;
  const fromId = idTokenClaims(claims, found);
  return { time, user: `${of}/${user}`, scope, claims, ...(fromId && { idTokenClaims: fromId }) };
}

/**
 * What the first program of an application reached. `isWhole` includes the users of other organizations, whom only global
 * administrators see.
 */
export async function firstSignIn(deps: Deps, application: At, isWhole: boolean): Promise<FirstSignIn> {
  const [signIn, token] = await Promise.all([
    latestSignIn(deps, application, isWhole),
    latestToken(deps, application, isWhole),
  ]);
  return { signIn, token };
}
