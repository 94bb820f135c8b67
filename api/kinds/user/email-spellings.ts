import { domainToUnicode } from 'node:url';
import { plainEmail } from '@doorwright/crds/values/written-forms.ts';

/**
 * The spellings in which an email address may be stored: as typed, with the host in ASCII, or with the host in
 * Unicode. Administrators and directories may have stored any of them.
 */
export function emailSpellings(text: string): string[] {
  const plain = plainEmail(text);
  const host = plain.lastIndexOf('@') + 1;
  const read =
    host > 0 && plain.includes('xn--', host) ? plain.slice(0, host) + domainToUnicode(plain.slice(host)) : text;
  return [...new Set([text, plain, read])];
}
