import { ownerName } from '../../frame/Foot.tsx';
import type { OwnAccount } from '../own-account.ts';
import { type ProfileField, textOf } from './profile-fields.ts';

const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** A day in the language of the page. It has no time zone. */
const dayText = (day: string) =>
  new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day));

const namesOf = (objects: unknown) =>
  ((objects ?? []) as { name: string; displayName?: string }[])
    .map(({ name, displayName }) => displayName || name)
    .join(', ');

/** The text of a value that the user cannot change. */
export function fixedText(account: OwnAccount, name: string, field?: ProfileField): string {
  const { user, organization } = account;
  if (name === 'Organization') return ownerName(organization);
  if (name === 'Signup application') return String(user.signupApplication ?? '');
  if (name === 'Roles' || name === 'Permissions') return namesOf(user[name.toLowerCase()]);
  const text = textOf(account, name);
  if (name === 'birthday' && isDay.test(text)) return dayText(text);
  return field?.choices?.(account).find(({ value }) => value === text)?.text ?? text;
}
