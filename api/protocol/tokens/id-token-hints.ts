import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload } from 'jose';
import type { Client, Provider } from 'oidc-provider';
import { judgeIdTokens } from '../patches/id-token-hints.ts';
import type { SigningKeys } from './signing-keys.ts';

const audienceOf = ({ aud }: JWTPayload) => [aud].flat();

/**
 * Judges an ID token that comes back as a hint. The library would accept every JWT of its key, and no token of the
 * application's former cert. An expired ID token is still a good hint.
 */
export function judgeHints(provider: Provider, { issuer, keys }: { issuer: string; keys: SigningKeys }): void {
  async function validate(hint: string, { clientId }: Client) {
    const header = decodeProtectedHeader(hint);
    // Access and logout tokens have a type. An ID token has none, or `JWT` (S39).
    if (header.typ !== undefined && header.typ !== 'JWT') throw new Error('not an ID token');
    const key = (await keys()).find(({ kid, alg }) => kid === header.kid && alg === header.alg);
    if (!key) throw new Error('signed by no live key');
    await compactVerify(hint, await importJWK(key.publicJwk, key.alg), { algorithms: [key.alg] });
    const payload = decodeJwt(hint);
    if (payload.iss !== issuer || !audienceOf(payload).includes(clientId) || !payload.sub)
      throw new Error('of another issuer, for another client, or about nobody');
    return { header, payload };
  }
  judgeIdTokens(provider, validate);
}
