import { createHmac } from 'node:crypto';
import type { SecretBox } from '../db/secret-box.ts';

const made = (key: Buffer, id: string, answer: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, answer]))
    .digest('base64url');

/**
 * What is stored of an answer, under each of our keys, the current one first. Of so few digits a plain digest could be
 * tried out by whoever reads the table; this one needs a key.
 */
export const answerDigests = (box: SecretBox, id: string, answer: string): string[] =>
  box.derived('verification-code').map((key) => made(key, id, answer));
