import { createCipheriv, createDecipheriv, createHash, createSecretKey, hkdfSync, randomBytes } from 'node:crypto';

const form = /^dw1:([0-9a-f]{8}):([\w-]+)$/;
const ivBytes = 12;
const tagBytes = 16;

/** The short name of a key in the texts that it encrypted. It finds the key and reveals nothing about it. */
export const keyIdOf = (key: Buffer) => createHash('sha256').update(key).digest('hex').slice(0, 8);

/**
 * Encrypts secrets for the database with AES-256-GCM. `context` says where a secret belongs and is authenticated
 * too. So an encrypted text does not decrypt in another column. An empty text stays empty.
 */
export function createSecretBox(keys: readonly Buffer[]) {
  // Created once. From bytes, node would create a key for each secret, which takes twice as long as the
  // encryption.
  const [current, ...others] = keys.map((key) => ({ id: keyIdOf(key), key: createSecretKey(key) }));
  if (!current) throw new Error('There is no key to encrypt secrets with');
  const byId = new Map([current, ...others].map(({ id, key }) => [id, key]));
  const currentKeyId = current.id;
  return {
    currentKeyId,
    keyIds: [...byId.keys()],

    seal(plain: string, context: string): string {
      if (plain === '') return '';
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv('aes-256-gcm', current.key, iv).setAAD(Buffer.from(context));
      const sealed = Buffer.concat([iv, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `dw1:${currentKeyId}:${sealed.toString('base64url')}`;
    },

    open(sealed: string, context: string): string {
      if (sealed === '') return '';
      const [, id = '', text = ''] = form.exec(sealed) ?? [];
      const key = byId.get(id);
      if (!key)
        throw new Error(
          `The secret in ${context} is sealed with key ${id || '(none)'}, which DOORWRIGHT_SECRET_KEY does not hold`,
        );
      const bytes = Buffer.from(text, 'base64url');
      // Without the fixed length, a truncated text would be checked with a shorter tag, which can be guessed.
      const opener = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
      opener.setAAD(Buffer.from(context));
      opener.setAuthTag(bytes.subarray(-tagBytes));
      return Buffer.concat([opener.update(bytes.subarray(ivBytes, -tagBytes)), opener.final()]).toString('utf8');
    },

    /**
     * Derives a key for another purpose from each key. The first is current. The derived key reveals nothing about
     * the original.
     */
    derived: (purpose: string): Buffer[] => keys.map((key) => Buffer.from(hkdfSync('sha256', key, '', purpose, 32))),

    needsRotation: (sealed: string) => sealed !== '' && !sealed.startsWith(`dw1:${currentKeyId}:`),
  };
}

export type SecretBox = ReturnType<typeof createSecretBox>;
