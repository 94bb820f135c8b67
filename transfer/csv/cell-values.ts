import { instant } from '@doorwright/crds/field.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';

const moment = instant();

const yes = new Set(['1', 'true', 'yes', 'y', 'x', 'on']);
const no = new Set(['0', 'false', 'no', 'n', 'off']);

/** A yes or no, or undefined for another text. */
export function flagOf(text: string): boolean | undefined {
  const plain = text.trim().toLowerCase();
  if (yes.has(plain)) return true;
  return no.has(plain) ? false : undefined;
}

/** The entries of a list, which a semicolon separates. */
export const entriesOf = (text: string): string[] => [
  ...new Set(
    text
      .split(';')
      .map((each) => each.trim())
      .filter(Boolean),
  ),
];

/** The value of a cell in the type of its field, or undefined if the text has no such value. */
export function cellValue({ type }: FieldDescription, text: string): unknown {
  if (type === 'boolean') return flagOf(text);
  if (type === 'integer') return /^-?\d+$/.test(text.trim()) ? Number(text) : undefined;
  if (type === 'array') return entriesOf(text);
  if (type === 'moment') return moment.safeParse(text.trim()).success ? text.trim() : undefined;
  return text.trim();
}
