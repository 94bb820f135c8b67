const bytes = new TextEncoder();

const base64url = (data: ArrayBuffer | Uint8Array) =>
  btoa(String.fromCharCode(...new Uint8Array(data)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

/** Four bytes, for numbers below 65,536. */
const number = (value: number) => new Uint8Array([0, 0, value >> 8, value & 255]);

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

const curve = { name: 'ECDH', namedCurve: 'P-256' };
const enc = 'A256GCM';

/** Derives the shared key from one private and the other public key: RFC 7518, section 4.6.2. */
async function sharedKey(privateKey: CryptoKey, publicKey: CryptoKey): Promise<CryptoKey> {
  const secret = new Uint8Array(await crypto.subtle.deriveBits({ name: 'ECDH', public: publicKey }, privateKey, 256));
  const name = bytes.encode(enc);
  const told = joined(number(1), secret, number(name.length), name, number(0), number(0), number(256));
  return crypto.subtle.importKey('raw', await crypto.subtle.digest('SHA-256', told), 'AES-GCM', false, ['encrypt']);
}

/** A compact JWE (`ECDH-ES`, `A256GCM`) of an object for the owner of a key. */
export async function seal(content: object, key: JsonWebKey & { kid: string }): Promise<string> {
  const { kty, crv, x, y, kid } = key as JsonWebKey & Record<'kty' | 'crv' | 'x' | 'y' | 'kid', string>;
  const theirs = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, []);
  const ours = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const point = await crypto.subtle.exportKey('jwk', ours.publicKey);
  const epk = { kty: 'EC', crv: 'P-256', x: point.x, y: point.y };
  const header = base64url(bytes.encode(JSON.stringify({ alg: 'ECDH-ES', enc, kid, epk })));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt(
      { name: 'AES-GCM', iv, additionalData: bytes.encode(header) },
      await sharedKey(ours.privateKey, theirs),
      bytes.encode(JSON.stringify(content)),
    ),
  );
  const [text, tag] = [sealed.slice(0, -16), sealed.slice(-16)];
  return [header, '', base64url(iv), base64url(text), base64url(tag)].join('.');
}
