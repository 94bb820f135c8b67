import type { SignupItem, SignupItemName } from './signup-items.ts';

/** The values of a user by which an item is answered. */
type Values = Readonly<
  Record<'name' | 'displayName' | 'affiliation' | 'region' | 'idCard' | 'email' | 'phone', string>
>;

/**
 * The items that users can answer after sign-in, and whether they have. The others cannot wait: a name and a password make the account,
 * and the terms are accepted with it. A display name that only repeats the user name is no answer.
 */
const answered: Partial<Record<SignupItemName, (user: Values) => boolean>> = {
  'Display name': ({ name, displayName }) => displayName !== '' && displayName !== name,
  Affiliation: ({ affiliation }) => affiliation !== '',
  'Country/Region': ({ region }) => region !== '',
  'ID card': ({ idCard }) => idCard !== '',
  Email: ({ email }) => email !== '',
  Phone: ({ phone }) => phone !== '',
};

/** The sign-up items that an application asks for after sign-in. */
export const promptedItems = ({ signupItems }: { signupItems: readonly SignupItem[] }): SignupItem[] =>
  signupItems.filter(({ name, prompted }) => prompted && name in answered);

/** Those of them that a user has not answered. */
export const unansweredItems = (application: { signupItems: readonly SignupItem[] }, user: Values): SignupItem[] =>
  promptedItems(application).filter(({ name }) => !answered[name]?.(user));
