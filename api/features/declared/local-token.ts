import { createHash, timingSafeEqual } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../core/config.ts';
import type { SecretBox } from '../../db/secret-box.ts';

/**
 * The token of an operator beside the api, without a cluster. It follows from the secret key, so that every replica knows it and
 * none stores it. The owner of that key can read every secret anyway.
 */
const localTokens = (box: SecretBox) => box.derived('operator token').map((key) => `dwo_${key.toString('base64url')}`);

/** The name of its holder in records. */
export const localOperator = 'local';

export const localToken = (box: SecretBox): string => localTokens(box)[0] as string;

const digest = (text: string) => createHash('sha256').update(text).digest();

export const isLocalToken = (box: SecretBox, token: string): boolean =>
  localTokens(box).some((known) => timingSafeEqual(digest(known), digest(token)));

/** Writes the token for the operator as a whole file, or not at all. */
export async function writeOperatorToken({ DOORWRIGHT_DATA_DIR }: Config, box: SecretBox): Promise<void> {
  const file = join(DOORWRIGHT_DATA_DIR, 'operator-token');
  await mkdir(DOORWRIGHT_DATA_DIR, { recursive: true });
  await writeFile(`${file}.new`, localToken(box), { mode: 0o600 });
  await rename(`${file}.new`, file);
}
