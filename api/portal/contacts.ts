import { createHash } from 'node:crypto';

export type ContactType = 'email' | 'phone';

const ends = (text: string) => (text.length <= 2 ? text : `${text[0]}${'*'.repeat(text.length - 2)}${text.at(-1)}`);

/** `admin@example.com` → `a***n@e*****e.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return '';
  const labels = email.slice(at + 1).split('.');
  const second = labels.length - 2;
  const host = labels.map((label, index) => (index === second ? ends(label) : label)).join('.');
  return `${ends(email.slice(0, at))}@${host}`;
}

/** `13812345678` → `138****5678`. */
export const maskPhone = (phone: string): string => phone.replace(/(\d{3})\d*(\d{4})/, '$1****$2');

const letter = (byte: number) => String.fromCharCode(97 + (byte % 26));

/** The masked contacts of somebody who is not there: always the same, and like those of people (S25). */
export function inventedContacts(
  key: Buffer,
  organization: string,
  username: string,
): { email: string; phone: string } {
  const bytes = createHash('sha256')
    .update(key)
    .update(JSON.stringify([organization, username]))
    .digest();
  const [first = 0, last = 0, length = 0, hasPhone = 0, ...digits] = bytes;
  const hosts = ['g***l.com', 'o*****k.com', 'y***o.com', 'i****d.com'];
  const number = digits.slice(0, 6).map((byte) => byte % 10);
  return {
    email: `${letter(first)}${'*'.repeat(3 + (length % 9))}${letter(last)}@${hosts[(bytes[30] as number) % hosts.length]}`,
    phone: hasPhone % 2 ? `13${number.slice(0, 1).join('')}****${number.slice(1, 5).join('')}` : '',
  };
}
