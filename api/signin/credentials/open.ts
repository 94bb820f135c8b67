import { compactDecrypt, decodeProtectedHeader, importJWK } from 'jose';
import { z } from 'zod';
import { Refusal } from '../../core/errors.ts';
import type { SecretBox } from '../../db/secret-box.ts';
import { keyNamed } from './keys.ts';

/** The members of forms that hold a password. No other member comes encrypted. */
export const secretMembers = ['password', 'confirm', 'oldPassword', 'newPassword'] as const;

const text = z.string().optional();
const opened = z.strictObject({ password: text, confirm: text, oldPassword: text, newPassword: text });

const longest = 20_000;

/** Opens the JWE of a page, which holds the members with passwords. */
export async function openCredentials(jwe: string, box: SecretBox, now: Date): Promise<z.output<typeof opened>> {
  try {
    if (jwe.length > longest) throw new Error('too long');
    const { kid } = decodeProtectedHeader(jwe);
    const key = keyNamed(box, String(kid), now);
    if (!key) throw new Error('unknown key');
    const { plaintext } = await compactDecrypt(jwe, await importJWK(key.privateKey, 'ECDH-ES'), {
      keyManagementAlgorithms: ['ECDH-ES'],
      contentEncryptionAlgorithms: ['A256GCM'],
    });
    return opened.parse(JSON.parse(Buffer.from(plaintext).toString()));
  } catch (cause) {
    throw new Refusal('credentials-unreadable', {}, { cause });
  }
}
