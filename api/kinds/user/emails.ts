import { domainToUnicode } from 'node:url';
import { plainEmail } from '@doorwright/crds/values/written-forms.ts';

/**
 * How an address may be stored that somebody writes: as he does, and with its host as mail servers know it, or as people read it.
 * An administrator or a directory may have given either.
 */
export function emailsMeant(text: string): string[] {
  const plain = plainEmail(text);
  const host = plain.lastIndexOf('@') + 1;
  const read =
    host > 0 && plain.includes('xn--', host) ? plain.slice(0, host) + domainToUnicode(plain.slice(host)) : text;
  return [...new Set([text, plain, read])];
}
