import { createHmac } from 'node:crypto';
import type { SecretBox } from '../../db/secret-box.ts';

const made = (key: Buffer, id: string, answer: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, answer]))
    .digest('base64url');

/**
 * The digests under which an answer is stored, one for each of our keys, the current key first. Somebody who reads
 * the table could try all short answers against a plain digest, so the digest needs a key.
 */
export const answerDigests = (box: SecretBox, id: string, answer: string): string[] =>
  box.derived('verification-code').map((key) => made(key, id, answer));
