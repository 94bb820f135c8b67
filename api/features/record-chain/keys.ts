import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { CompactSign, calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { SecretBox } from '../../db/secret-box.ts';

/** The bytes before the 32 bytes of an Ed25519 key in PKCS #8 (RFC 8410). */
const pkcs8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * The keys that sign heads follow from the secret keys, so every replica knows them and the database contains none. Somebody who changes
 * the database alone cannot sign.
 */
const keysOf = (box: SecretBox): KeyObject[] =>
  box
    .derived('heads of records')
    .map((seed) => createPrivateKey({ key: Buffer.concat([pkcs8, seed]), format: 'der', type: 'pkcs8' }));

async function publicJwk(key: KeyObject): Promise<JWK & { kid: string }> {
  const jwk = await exportJWK(createPublicKey(key));
  return { ...jwk, kid: await calculateJwkThumbprint(jwk), alg: 'EdDSA', use: 'sig' };
}

/** The public keys, the current one first. */
export const publicKeys = (box: SecretBox) => Promise.all(keysOf(box).map(publicJwk));

/** Signs the text of a head or of an anchor. */
export async function signChain(text: string, box: SecretBox): Promise<string> {
  const key = keysOf(box)[0] as KeyObject;
  const { kid } = await publicJwk(key);
  return new CompactSign(Buffer.from(text)).setProtectedHeader({ alg: 'EdDSA', kid }).sign(key);
}
