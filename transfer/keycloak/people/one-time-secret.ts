import { z } from 'zod';
import type { Credential } from '../representation.ts';

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Bytes as apps write a secret (RFC 4648, 6), without padding. */
function base32(bytes: Uint8Array): string {
  let [text, bits, value] = ['', 0, 0];
  for (const byte of bytes) {
    value = (value << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(value >>> (bits - 5)) & 31];
    value &= (1 << bits) - 1;
  }
  return bits > 0 ? text + alphabet[(value << (5 - bits)) & 31] : text;
}

const settings = z.object({
  subType: z.string(),
  digits: z.number(),
  period: z.number().nullish(),
  algorithm: z.string(),
  secretEncoding: z.string().nullish(),
});
const secretData = z.object({ value: z.string().min(1) });

function read<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return;
  }
}

const usual = { subType: 'totp', digits: 6, period: 30, algorithm: 'HmacSHA1' };

/** The secret of an app with codes, or the reason why it cannot come. */
export function oneTimeSecret({
  credentialData,
  secretData: secretText,
}: Credential): { totp: string } | { why: string } {
  const [found, secret] = [read(settings, credentialData), read(secretData, secretText)];
  if (!found || !secret) return { why: 'its data cannot be read; the user sets up a new app' };
  const differing = Object.entries(usual)
    .filter(([name, value]) => found[name as keyof typeof usual] !== value)
    .map(([name]) => `${name} ${found[name as keyof typeof usual]}`);
  if (differing.length > 0) return { why: `${differing.join(', ')} is not supported; the user sets up a new app` };
  // Keycloak takes the characters of the text as the key, unless the text says otherwise.
  const totp =
    found.secretEncoding === 'BASE32'
      ? secret.value.replace(/=+$/, '').toUpperCase()
      : base32(Buffer.from(secret.value));
  return /^[A-Z2-7]{8,500}$/.test(totp)
    ? { totp }
    : { why: 'its secret is too short or too long; the user sets up a new app' };
}
