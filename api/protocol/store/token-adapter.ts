import { randomUUID } from 'node:crypto';
import { tableName } from '@doorwright/crds/derive/tables.ts';
import { token } from '@doorwright/crds/kinds/token.ts';
import type { Adapter } from 'oidc-provider';
import { announceWhenCommitted } from '../../core/cache/changes.ts';
import type { Sql } from '../../db/knex.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { once } from '../request-cache.ts';
import { findToken } from './find-token.ts';
import { writeToken } from './write-token.ts';

const table = tableName(token);

/** A token's name at endpoints that take no JWTs: its digest. Clients cannot name a token like that. */
export const digestPrefix = `${randomUUID()}:`;

/** The digest by which `find` looks. */
const digestOfShown = (value: string): string =>
  value.startsWith(digestPrefix) ? value.slice(digestPrefix.length) : digestOf(value);

/** Stores access tokens as rows of the kind Token. Fields that only the library needs are in its details. */
export function createTokenAdapter(deps: ProtocolDeps): Adapter {
  const { db } = deps;
  const none = async () => undefined;

  return {
    upsert: (jti, payload, expiresIn = 0) => writeToken(deps, { jti, payload, expiresIn }),
    find(shown) {
      const digest = digestOfShown(shown);
      return once(`token ${digest}`, () => findToken(deps, digest));
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

/** Deletes access tokens that have expired. */
export const deleteExpiredTokens = (sql: Sql, now: Date): Promise<number> =>
  sql(table).whereRaw("created_time + expires_in * interval '1 second' <= ?", [now]).delete();
