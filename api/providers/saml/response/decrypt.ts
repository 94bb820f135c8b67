import { createDecipheriv, privateDecrypt } from 'node:crypto';
import { type OwnKey, refusedBy } from '../../oauth/sign-in-service.ts';
import { ns } from '../names.ts';
import { childNamed, elementsOf, is, textIn } from '../xml/read.ts';

const enc = 'http://www.w3.org/2001/04/xmlenc#';
const enc11 = 'http://www.w3.org/2009/xmlenc11#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';

/**
 * The hash of OAEP by algorithm, digest and mask generation. Node.js uses one hash for both. RSA 1.5 is not here, because its
 * failures reveal secrets.
 */
const oaepHashes: Readonly<Record<string, string>> = {
  [`${enc}rsa-oaep-mgf1p`]: 'sha1',
  [`${enc}rsa-oaep-mgf1p ${dsig}sha1`]: 'sha1',
  [`${enc11}rsa-oaep ${dsig}sha1 ${enc11}mgf1sha1`]: 'sha1',
  [`${enc11}rsa-oaep ${enc}sha256 ${enc11}mgf1sha256`]: 'sha256',
};

const gcm: Readonly<Record<string, 'aes-128-gcm' | 'aes-256-gcm'>> = {
  [`${enc11}aes128-gcm`]: 'aes-128-gcm',
  [`${enc11}aes256-gcm`]: 'aes-256-gcm',
};

/** Anybody can change a text in CBC, so it needs a signature that was verified around it. */
const cbc: Readonly<Record<string, string>> = {
  [`${enc}aes128-cbc`]: 'aes-128-cbc',
  [`${enc}aes256-cbc`]: 'aes-256-cbc',
};

const notAllowed = () => refusedBy('the assertion is encrypted in a way that is not allowed');

function partsOf(element: Element | undefined): { method: Element; cipher: Buffer } {
  const method = element && childNamed(element, ns.encryption, 'EncryptionMethod');
  const data = element && childNamed(element, ns.encryption, 'CipherData');
  const value = data && childNamed(data, ns.encryption, 'CipherValue');
  if (!method || !value) throw notAllowed();
  return { method, cipher: Buffer.from(textIn(value), 'base64') };
}

const algorithmOf = (element: Element | undefined) => element?.getAttribute('Algorithm') ?? '';

const oaepHashOf = (method: Element): string | undefined => {
  const digest = childNamed(method, ns.signature, 'DigestMethod');
  const mask = childNamed(method, enc11, 'MGF');
  return oaepHashes[[method, digest, mask].map(algorithmOf).filter(Boolean).join(' ')];
};

function withoutPadding(text: Buffer): Buffer {
  const length = text.at(-1) ?? 0;
  if (length < 1 || length > 16) throw new Error('padding');
  return text.subarray(0, -length);
}

function plain(algorithm: string, key: Buffer, cipher: Buffer): Buffer {
  const name = gcm[algorithm];
  if (name) {
    const decipher = createDecipheriv(name, key, cipher.subarray(0, 12), { authTagLength: 16 });
    decipher.setAuthTag(cipher.subarray(-16));
    return Buffer.concat([decipher.update(cipher.subarray(12, -16)), decipher.final()]);
  }
  const decipher = createDecipheriv(cbc[algorithm] as string, key, cipher.subarray(0, 16)).setAutoPadding(false);
  return withoutPadding(Buffer.concat([decipher.update(cipher.subarray(16)), decipher.final()]));
}

interface Encrypted {
  encrypted: Element;
  isSigned: boolean;
  ownKeys: readonly OwnKey[];
}

/**
 * The text of an encrypted assertion (XML Encryption 1.1). samlify decrypts with any algorithm that a message names, knows no OAEP with
 * SHA-256, and prints failures. Here every failure looks the same, because a difference would tell something about the plain text.
 */
export function decrypted({ encrypted, isSigned, ownKeys }: Encrypted): string {
  const keys = [...elementsOf(encrypted)].filter((element) => is(element, ns.encryption, 'EncryptedKey'));
  if (keys.length !== 1) throw notAllowed();
  const wrapped = partsOf(keys[0]);
  const content = partsOf(childNamed(encrypted, ns.encryption, 'EncryptedData'));
  const oaepHash = oaepHashOf(wrapped.method);
  const algorithm = algorithmOf(content.method);
  const isGood = Object.hasOwn(gcm, algorithm) || (isSigned && Object.hasOwn(cbc, algorithm));
  if (!oaepHash || !isGood) throw notAllowed();
  for (const { privateKey } of ownKeys)
    try {
      const key = privateDecrypt({ key: privateKey, oaepHash }, wrapped.cipher);
      return plain(algorithm, key, content.cipher).toString();
    } catch {
      // Another key of ours may be the right one.
    }
  throw refusedBy('the assertion cannot be read');
}
