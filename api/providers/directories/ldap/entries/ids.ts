import { EqualityFilter, type Filter } from 'ldapts';
import type { Template } from '../templates.ts';
import { bytesOf, textOf, type Values } from './values.ts';

const dashed = (hex: string) =>
  [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');

/** Active Directory writes the first three parts of an ID with the last byte first. */
const swap = (bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(bytes.subarray(0, 4)).reverse(),
    Buffer.from(bytes.subarray(4, 6)).reverse(),
    Buffer.from(bytes.subarray(6, 8)).reverse(),
    bytes.subarray(8),
  ]);

export const textOfGuid = (bytes: Buffer): string => dashed(swap(bytes).toString('hex'));
const guidOfText = (text: string): Buffer => swap(Buffer.from(text.replaceAll('-', ''), 'hex'));

/** The stable ID of an entry. Empty if it has none. */
export function idOf(values: Values, { id, hasBinaryId }: Template): string {
  if (!hasBinaryId) return textOf(values, id).trim();
  const bytes = bytesOf(values, id);
  return bytes?.length === 16 ? textOfGuid(bytes) : '';
}

export const idFilter = ({ id, hasBinaryId }: Template, key: string): Filter =>
  new EqualityFilter({ attribute: id, value: hasBinaryId ? guidOfText(key) : key });
