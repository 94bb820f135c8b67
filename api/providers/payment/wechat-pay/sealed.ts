import { createDecipheriv } from 'node:crypto';
import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { z } from 'zod';

/** What WeChat Pay encrypts with the merchant's APIv3 key. */
export const sealed = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.base64(),
  nonce: z.string().length(12),
  associated_data: z.string().default(''),
});

export type Sealed = z.output<typeof sealed>;

const tagBytes = 16;

/** Decrypts with AES-256-GCM. Undefined if the key does not fit or somebody changed the text: the last 16 bytes prove both. */
export function opened(
  { ciphertext, nonce, associated_data }: Sealed,
  { clientSecret }: Pick<Provider, 'clientSecret'>,
): string | undefined {
  const bytes = Buffer.from(ciphertext, 'base64');
  try {
    const decipher = createDecipheriv('aes-256-gcm', Buffer.from(clientSecret), Buffer.from(nonce), {
      authTagLength: tagBytes,
    });
    decipher.setAuthTag(bytes.subarray(-tagBytes)).setAAD(Buffer.from(associated_data));
    return Buffer.concat([decipher.update(bytes.subarray(0, -tagBytes)), decipher.final()]).toString();
  } catch {
    return undefined;
  }
}
