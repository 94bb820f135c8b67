import type { Person } from '../contract.ts';

/** The first letter of each word of a value, enough to see that the right attribute fills a field. */
const maskedText = (text: string): string =>
  text
    .slice(0, 100)
    .split(/([\s@.,+-]+)/)
    .map((part, index) => (index % 2 === 1 || part === '' ? part : `${[...part][0]}•••`))
    .join('');

const shownOf = (value: unknown): string => {
  if (typeof value === 'boolean' || typeof value === 'number') return String(value);
  return maskedText(Array.isArray(value) ? value.join(', ') : String(value ?? ''));
};

/** A person without the values that identify them. */
export const masked = ({ key, fields, problem }: Person): Record<string, string> => ({
  id: key ? `${key.slice(0, 4)}•••` : '',
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => field !== 'ldap' && value !== '' && !(Array.isArray(value) && value.length === 0))
      .map(([field, value]) => [field, shownOf(value)]),
  ),
  ...(problem && { problem: problem.code }),
});
