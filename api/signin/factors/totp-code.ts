import { createHmac, timingSafeEqual } from 'node:crypto';

const period = 30;
const digits = 6;
/** Clocks of phones are a little wrong, so the neighbours of the present time step count too. */
const drift = 1;

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The secret as apps read it (RFC 4648). */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('');
}

/** The bytes of a secret that an app has. Bits that fill no byte are left out. */
export function bytesOfBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** The time step at a moment (RFC 6238). */
export const stepAt = (now: Date): number => Math.floor(now.getTime() / 1000 / period);

/** The code of a time step (RFC 4226, 5.3). */
export function codeOfStep(secret: Uint8Array, step: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** digits).padStart(digits, '0');
}

const isEqual = (a: string, b: string) => a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/** Apps show a blank in the middle, and some keyboards write wide digits. */
const asShown = (code: string) => code.normalize('NFKC').replaceAll(/\s/g, '');

/** The time step of a code, if it is right at this moment and newer than the last one that was used. */
export function stepOfCode(
  secret: Uint8Array,
  code: string,
  { now, after = 0 }: { now: Date; after?: number },
): number | undefined {
  const typed = asShown(code);
  if (!/^\d{6}$/.test(typed)) return;
  const present = stepAt(now);
  const steps = [present, present - drift, present + drift];
  // All are compared, so the time says nothing about which one it was.
  const right = steps.filter((step) => isEqual(codeOfStep(secret, step), typed));
  return right.find((step) => step > after);
}
