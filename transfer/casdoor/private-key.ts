import { createPrivateKey } from 'node:crypto';

const body = /-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\s]+)-----END PRIVATE KEY-----/;

/**
 * Casdoor writes an RSA key as PKCS#1 under the name of PKCS#8, which few programs read. Here is the same key as PKCS#8. Any
 * other text stays as it is, and the server says what is wrong with it.
 */
export function readablePrivateKey(pem: string): string {
  const [, base64] = pem.match(body) ?? [];
  if (!base64) return pem;
  const der = Buffer.from(base64, 'base64');
  try {
    return String(
      createPrivateKey({ key: der, format: 'der', type: 'pkcs1' }).export({ format: 'pem', type: 'pkcs8' }),
    );
  } catch {
    return pem;
  }
}
