import { type ImportedPasskey, mostPasskeys } from '@doorwright/crds/options/imported.ts';
import type { Losses } from '../reading/losses.ts';
import { idOf } from './in-order-of-references.ts';
import type { Original } from './original.ts';

type Entry = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Entry => typeof value === 'object' && value !== null;

/** Newer versions begin the names with small letters. */
const inSmallLetters = (value: unknown): Entry =>
  isObject(value)
    ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name.toLowerCase(), each] as const))
    : {};

/** Go writes bytes in standard base64. */
const bytesOf = (value: unknown): Buffer => Buffer.from(typeof value === 'string' ? value : '', 'base64');

const aaguidBytes = 16;

/** Authenticators that hide their model have only zeros. */
function aaguidOf(value: unknown): string {
  const bytes = bytesOf(value);
  if (bytes.length !== aaguidBytes) return '';
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

const isTransport = (each: unknown) => typeof each === 'string' && each.length > 0 && each.length <= 50;

/** Casdoor names its users to authenticators by `owner/name`. */
function passkeyOf(value: unknown, handle: string): ImportedPasskey | undefined {
  const { id, publickey, authenticator, transport } = inSmallLetters(value);
  const { aaguid, signcount } = inSmallLetters(authenticator);
  const [idBytes, key, counter] = [bytesOf(id), bytesOf(publickey), Number(signcount ?? 0)];
  if (idBytes.length === 0 || key.length === 0 || !Number.isInteger(counter) || counter < 0) return;
  const transports = (Array.isArray(transport) ? transport : []).filter(isTransport).slice(0, 10);
  return {
    ...{ id: idBytes.toString('base64url'), publicKey: key.toString('base64url'), counter, handle },
    ...{ aaguid: aaguidOf(aaguid), transports },
  };
}

const isCopied = (value: unknown) => inSmallLetters(inSmallLetters(value).authenticator).clonewarning === true;

/** Passkeys, which work where the server has the same domain as before. */
export function passkeysOf(original: Original, losses: Losses): ImportedPasskey[] {
  const listed = original.list('webauthnCredentials');
  const whole = listed.filter((each) => !isCopied(each));
  const read = whole.flatMap((each) => passkeyOf(each, idOf(original)) ?? []);
  const lose = (count: number, why: string) => {
    if (count > 0) losses.add(`${count} passkeys`, `${why} The user adds a new one.`);
  };
  lose(listed.length - whole.length, 'Casdoor noted that somebody may have copied them.');
  lose(whole.length - read.length, 'They have no ID or no public key.');
  lose(read.length - mostPasskeys, `A user has at most ${mostPasskeys}.`);
  return read.slice(0, mostPasskeys);
}
