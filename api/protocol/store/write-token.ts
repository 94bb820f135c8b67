import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { AdapterPayload } from 'oidc-provider';
import { assignmentsPart, insertPart } from '../../db/sql-parts.ts';
import { digestOf } from '../../kinds/token/digest-of.ts';
import type { ProtocolDeps } from '../deps.ts';
import { entities } from './present-entities.ts';
import { families } from './token-families.ts';
import { write } from './writes.ts';

const holderOf = ({ user }: { user?: User | undefined }, { name, organization }: Application) =>
  user ? { organization: user.owner, user: user.name } : { organization, user: `app/${name}` };

/** The stored part of a signed token. */
export type Made = AdapterPayload & { value?: string; madeAt?: Date };

/** Writes a token as a row. A refreshed one replaces the row of the one before. */
export async function writeToken(
  { db, store, now }: Pick<ProtocolDeps, 'db' | 'store' | 'now'>,
  { jti, payload, expiresIn }: { jti: string; payload: Made; expiresIn: number },
): Promise<void> {
  const { table, toRow } = store('token');
  const { value = '', madeAt = now(), iat: _iat, exp: _exp, accountId: _account, ...rest } = payload;
  const { grantId, sessionUid, scope, ...details } = rest;
  const present = entities();
  const { Client, Account, AuthorizationCode: code } = present;
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
      refreshToken: present.RefreshToken?.jti ?? '',
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
