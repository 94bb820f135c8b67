export type ContactType = 'email' | 'phone';

/** Hides all but the ends of a text. A text of one or two characters shows only its first. */
const ends = (text: string) =>
  text.length <= 2 ? `${text.slice(0, 1)}*` : `${text[0]}${'*'.repeat(text.length - 2)}${text.at(-1)}`;

/** `admin@example.com` → `a***n@e*****e.com`. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  if (at < 0) return '';
  const labels = email.slice(at + 1).split('.');
  const second = labels.length - 2;
  const host = labels.map((label, index) => (index === second ? ends(label) : label)).join('.');
  return `${ends(email.slice(0, at))}@${host}`;
}

const mobileLength = 11;

/** `13812345678` → `138****5678`, as in Casdoor 2022. Of a shorter number, less than half is shown. */
export function maskPhone(phone: string): string {
  if (phone.length >= mobileLength) return phone.replace(/^(.{3}).*(.{4})$/s, '$1****$2');
  const shown = Math.floor((phone.length - 1) / 2);
  const head = Math.floor(shown / 2);
  return phone && `${phone.slice(0, head)}****${phone.slice(phone.length - (shown - head))}`;
}

export const masks = { email: maskEmail, phone: maskPhone };
