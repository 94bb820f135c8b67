import { createCipheriv, publicEncrypt, randomBytes } from 'node:crypto';

const enc = 'http://www.w3.org/2001/04/xmlenc#';
const enc11 = 'http://www.w3.org/2009/xmlenc11#';

const ways = {
  'OAEP with SHA-1, AES-128-GCM': { oaepHash: 'sha1', cipher: 'aes-128-gcm', bytes: 16 },
  'OAEP with SHA-256, AES-256-GCM': { oaepHash: 'sha256', cipher: 'aes-256-gcm', bytes: 32 },
  'OAEP with SHA-1, AES-256-CBC': { oaepHash: 'sha1', cipher: 'aes-256-cbc', bytes: 32 },
} as const;

export type Way = keyof typeof ways;
export const encryptions = Object.keys(ways) as Way[];

/** An encrypted assertion as identity providers write it (XML Encryption 1.1, 5.2 and 5.5). */
export function encrypt(assertion: string, certificate: string, way: Way): string {
  const { oaepHash, cipher, bytes } = ways[way];
  const isGcm = cipher.endsWith('gcm');
  const [key, iv] = [randomBytes(bytes), randomBytes(isGcm ? 12 : 16)];
  const encoder = createCipheriv(cipher as 'aes-256-gcm', key, iv);
  const text = [iv, encoder.update(assertion), encoder.final(), ...(isGcm ? [encoder.getAuthTag()] : [])];
  const wrapped = publicEncrypt({ key: certificate, oaepHash }, key);
  const oaep =
    oaepHash === 'sha1'
      ? `<xenc:EncryptionMethod Algorithm="${enc}rsa-oaep-mgf1p"/>`
      : `<xenc:EncryptionMethod Algorithm="${enc11}rsa-oaep"><ds:DigestMethod Algorithm="${enc}sha256"/><xenc11:MGF xmlns:xenc11="${enc11}" Algorithm="${enc11}mgf1sha256"/></xenc:EncryptionMethod>`;
  const value = (data: Buffer) =>
    `<xenc:CipherData><xenc:CipherValue>${data.toString('base64')}</xenc:CipherValue></xenc:CipherData>`;
  return `<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"><xenc:EncryptedData xmlns:xenc="${enc}" Type="${enc}Element"><xenc:EncryptionMethod Algorithm="${isGcm ? enc11 : enc}${cipher.replace('-', '')}"/><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><xenc:EncryptedKey>${oaep}${value(wrapped)}</xenc:EncryptedKey></ds:KeyInfo>${value(Buffer.concat(text))}</xenc:EncryptedData></saml:EncryptedAssertion>`;
}
