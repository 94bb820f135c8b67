import { createECDH, hkdfSync } from 'node:crypto';
import type { JWK } from 'jose';
import type { SecretBox } from '../../db/secret-box.ts';

const windowMs = 10 * 60_000;
const windowOf = (now: Date) => Math.floor(now.getTime() / windowMs);

export interface LoginKey {
  kid: string;
  publicKey: JWK;
  privateKey: JWK;
}

/** The point of P-256 for a number that is derived from one of our keys and the window. */
function keyOf(secret: Buffer, window: number): LoginKey {
  const ecdh = createECDH('prime256v1');
  ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `window ${window}`, 32)));
  const point = ecdh.getPublicKey();
  const text = (bytes: Buffer) => bytes.toString('base64url');
  const x = text(point.subarray(1, 33));
  const kid = `${window}.${x.slice(0, 8)}`;
  const publicKey = { kty: 'EC', crv: 'P-256', x, y: text(point.subarray(33)), use: 'enc', alg: 'ECDH-ES', kid };
  return { kid, publicKey, privateKey: { ...publicKey, d: text(ecdh.getPrivateKey()) } };
}

const secrets = (box: SecretBox) => box.derived('login-key');

/**
 * The key with which pages encrypt now. Every replica derives the same key for ten minutes, without asking another.
 */
export const currentKey = (box: SecretBox, now: Date): LoginKey => keyOf(secrets(box)[0] as Buffer, windowOf(now));

/** The key that was offered under a name in this window or the last. A form may lie open for ten minutes. */
export function keyNamed(box: SecretBox, kid: string, now: Date): LoginKey | undefined {
  const windows = [windowOf(now), windowOf(now) - 1];
  return windows
    .flatMap((window) => secrets(box).map((secret) => keyOf(secret, window)))
    .find((key) => key.kid === kid);
}
