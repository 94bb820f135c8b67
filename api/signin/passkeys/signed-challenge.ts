import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { SecretBox } from '../../db/secret-box.ts';

/** A stranger's challenge says what it is for, so that no row is stored before its answer. */
const claims = z.object({
  purpose: z.string(),
  owner: z.string(),
  application: z.string(),
  handle: z.string(),
  until: z.number(),
});

export type SignedClaims = z.output<typeof claims>;

const macBytes = 32;
const keysOf = (box: SecretBox) => box.derived('passkey challenges');

/** The signature covers the browser's cookie, but the challenge does not contain it. */
const macOf = (key: Buffer, said: Buffer, browser: string) =>
  createHmac('sha256', key).update(browser).update('\n').update(said).digest();

export function signedChallenge(box: SecretBox, said: SignedClaims, browser: string): string {
  const nonce = randomBytes(16).toString('base64url');
  const bytes = Buffer.from(JSON.stringify({ ...said, nonce }));
  return Buffer.concat([macOf(keysOf(box)[0] as Buffer, bytes, browser), bytes]).toString('base64url');
}

/** Reads a challenge that this server signed for the browser, or undefined. */
export function readSigned(box: SecretBox, challenge: string, browser: string): SignedClaims | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  const [mac, said] = [bytes.subarray(0, macBytes), bytes.subarray(macBytes)];
  // Another spelling of the same bytes would count as another challenge.
  if (mac.length < macBytes || bytes.toString('base64url') !== challenge) return undefined;
  const isOurs = keysOf(box).some((key) => timingSafeEqual(macOf(key, said, browser), mac));
  return isOurs ? claims.parse(JSON.parse(said.toString())) : undefined;
}
