import { createHmac } from 'node:crypto';

/** An app for one-time codes, written from RFC 4226, 4648 and 6238. It shares no line with the code that it tests. */

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Reads a secret as an app does (RFC 4648). */
export function fromBase32(text: string): Buffer {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The code of a moment, or of some time steps of 30 seconds later. */
export function oneTimeCode(secret: Buffer, at: Date, { steps = 0, digits = 6 } = {}): string {
  const counter = Buffer.from((Math.floor(at.getTime() / 30_000) + steps).toString(16).padStart(16, '0'), 'hex');
  const mac = createHmac('sha1', secret).update(counter).digest();
  const [a = 0, b = 0, c = 0, d = 0] = mac.subarray((mac[19] ?? 0) % 16);
  const number = (a % 128) * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
  return String(number).padStart(10, '0').slice(-digits);
}
