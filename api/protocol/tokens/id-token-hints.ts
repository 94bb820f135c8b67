import { compactVerify, decodeJwt, decodeProtectedHeader, importJWK, type JWTPayload } from 'jose';
import type { Client, Provider } from 'oidc-provider';
import { judgeIdTokens } from '../patches/id-token-hints.ts';
import type { SigningKeys } from './signing-keys.ts';

const audienceOf = ({ aud }: JWTPayload) => [aud].flat();

/**
 * Judges an ID token that is shown again, as a hint at whose session it is. The library would believe every JWT of its own
 * key, and none that the application was given before it changed its cert. A hint may be older than its token lives.
 */
export function judgeHints(provider: Provider, { issuer, keys }: { issuer: string; keys: SigningKeys }): void {
  async function validate(hint: string, { clientId }: Client) {
    const header = decodeProtectedHeader(hint);
    // Access and logout tokens say what they are; an ID token says nothing, or that it is some JWT (S39).
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
