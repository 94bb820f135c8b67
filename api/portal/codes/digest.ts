import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SecretBox } from '../../db/secret-box.ts';

const purpose = 'verification-code';

const made = (key: Buffer, id: string, answer: string) =>
  createHmac('sha256', key)
    .update(JSON.stringify([id, answer]))
    .digest('base64url');

/** Of so few digits a plain digest could be tried out by whoever reads the table; this one needs our key. */
export const answerDigest = (box: SecretBox, id: string, answer: string): string =>
  made(box.derived(purpose)[0] as Buffer, id, answer);

export const isAnswer = (box: SecretBox, { id, digest }: { id: string; digest: string }, answer: string): boolean =>
  box.derived(purpose).some((key) => {
    const expected = Buffer.from(made(key, id, answer));
    const stored = Buffer.from(digest);
    return expected.length === stored.length && timingSafeEqual(expected, stored);
  });
