import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

type Attempt = () => KeyObject;

function firstOf(attempts: readonly Attempt[]): KeyObject | undefined {
  for (const attempt of attempts)
    try {
      return attempt();
    } catch {
      // The next form may fit. The cause would repeat parts of the key.
    }
}

const isPem = (text: string) => text.startsWith('-----');
const der = (text: string) => ({ key: Buffer.from(text, 'base64'), format: 'der' as const });

/** A private key, as PEM or in one line. Alipay's tool writes PKCS #8 for Java and PKCS #1 for others, without the lines around it. */
export function privateKeyIn(field: string): KeyObject | undefined {
  const text = field.trim();
  return firstOf(
    isPem(text)
      ? [() => createPrivateKey(text)]
      : [
          () => createPrivateKey({ ...der(text), type: 'pkcs8' }),
          () => createPrivateKey({ ...der(text), type: 'pkcs1' }),
        ],
  );
}

/** A public key or the key of a certificate, as PEM or in one line. */
export function publicKeyIn(field: string): KeyObject | undefined {
  const text = field.trim();
  return firstOf(isPem(text) ? [() => createPublicKey(text)] : [() => createPublicKey({ ...der(text), type: 'spki' })]);
}
