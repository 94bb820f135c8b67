import { algorithms } from './registration.ts';

/** The shortest text that has the form of a signature of ECDSA. */
const anySignature = Uint8Array.of(0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01);
const algorithmOfKey = 3;

/** Tells whether sign-in can use a public key (COSE) of another server. The library reads it by checking a signature that is wrong. */
export async function isReadableKey(publicKey: string): Promise<boolean> {
  const { decodeCredentialPublicKey, verifySignature } = await import('@simplewebauthn/server/helpers');
  const credentialPublicKey = new Uint8Array(Buffer.from(publicKey, 'base64url'));
  try {
    const algorithm = decodeCredentialPublicKey(credentialPublicKey).get(algorithmOfKey);
    if (!algorithms.includes(Number(algorithm))) return false;
    await verifySignature({ signature: anySignature, data: new Uint8Array(), credentialPublicKey });
    return true;
  } catch {
    return false;
  }
}
