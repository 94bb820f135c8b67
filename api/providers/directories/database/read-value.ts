import type { ValueKind } from './fields.ts';

/** MySQL has the bytes 1 and 0. */
const bytes: Readonly<Record<string, boolean>> = { '\u0001': true, '\0': false };
const truths = /^(true|t|[+-]?0*[1-9]\d*)$/i;
const falsehoods = /^(|false|f|[+-]?0+)$/i;

function readBoolean(text: string): boolean | undefined {
  if (truths.test(text)) return true;
  return falsehoods.test(text) ? false : bytes[text];
}

/** A time as text, or as milliseconds. */
function readTime(text: string): string | undefined {
  const time = new Date(/^\d{9,16}$/.test(text) ? Number(text) : text);
  return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}

/** The value of a user's field. Undefined if the text is none of its kind. */
export function readValue(kind: ValueKind, text: string, avatarBaseUrl = ''): unknown {
  switch (kind) {
    case 'boolean':
      return readBoolean(text);
    case 'integer':
      return /^[+-]?\d{1,10}(\.0+)?$/.test(text.trim()) ? Math.trunc(Number(text)) : text.trim() === '' ? 0 : undefined;
    case 'time':
      return text === '' ? '' : readTime(text);
    case 'lines':
      return text === '' ? [] : [text];
    case 'avatar':
      return avatarBaseUrl && text.startsWith(avatarBaseUrl) ? text.slice(avatarBaseUrl.length) : text;
    case 'text':
      return text;
  }
}

/** The text of a user's field in a table. */
export function writeValue(kind: ValueKind, value: unknown, avatarBaseUrl = ''): string {
  switch (kind) {
    case 'boolean':
      return value ? '1' : '0';
    case 'integer':
      return String(Math.trunc(Number(value) || 0));
    case 'lines':
      return Array.isArray(value) ? value.join('|') : '';
    case 'avatar': {
      const text = String(value ?? '');
      return text && avatarBaseUrl && !text.startsWith('http') ? `${avatarBaseUrl}${text}` : text;
    }
    default:
      return String(value ?? '');
  }
}
