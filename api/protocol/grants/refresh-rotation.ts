import type { KoaContextWithOIDC } from 'oidc-provider';
import type { Db } from '../../db/knex.ts';
import { artifactName } from '../../kinds/token/digest-of.ts';
import { applicationOf } from '../clients/client-assertions.ts';
import { giveWhileUnused } from '../store/single-use.ts';

/** Anyone who finds this token can use it: it needs neither the proof of a client nor that of a key. */
const isUnbound = ({ oidc }: KoaContextWithOIDC) =>
  oidc.client?.clientAuthMethod === 'none' && !oidc.entities.RefreshToken?.jkt;

/**
 * Whether a use of a refresh token gives another one. FAPI 2 forbids that for bound tokens: a client that loses the
 * answer would lose its access. An unbound token always changes, whatever the application has chosen since.
 */
export const rotatesRefreshToken =
  ({ db }: { db: Db }) =>
  (ctx: KoaContextWithOIDC): boolean => {
    if (applicationOf(ctx.oidc.client)?.rotateRefreshTokens !== false || isUnbound(ctx)) return true;
    const { jti = '' } = ctx.oidc.entities.RefreshToken ?? {};
    giveWhileUnused(db, { owner: 'admin', name: artifactName('RefreshToken', jti) });
    return false;
  };
