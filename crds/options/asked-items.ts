import type { SignupItem } from './signup-items.ts';

/** The items that a sent code proves, and the category of the provider that sends it. */
export const provedItems = { Email: 'Email', Phone: 'SMS' } as const;
export type ProvedItem = keyof typeof provedItems;

const isProved = (name: string): name is ProvedItem => Object.hasOwn(provedItems, name);

/** The items on the sign-up form that need a code. */
export const itemsWithCode = (items: readonly SignupItem[]): ProvedItem[] =>
  items
    .filter(({ visible, rule }) => visible && rule !== 'No verification')
    .map(({ name }) => name)
    .filter(isProved);

interface Asking {
  signupItems: readonly SignupItem[];
  termsOfUse: string;
}

/** New applications have the item for terms of use, and no terms. Nobody agrees to nothing. */
export const lacksTerms = ({ signupItems, termsOfUse }: Asking): boolean =>
  !termsOfUse && signupItems.some(({ name, visible }) => name === 'Agreement' && visible);

/**
 * The items that the sign-up form asks for. Without a provider that can send its code, an item is left out: nobody could finish the form,
 * and no address may count as proved (S29).
 */
export const askedItems = (application: Asking, sendable: readonly string[]): SignupItem[] => {
  const items = application.signupItems;
  const needy: readonly string[] = itemsWithCode(items);
  const isAsked = (name: string) =>
    name === 'Agreement' ? !lacksTerms(application) : !needy.includes(name) || sendable.includes(name);
  return items.filter(({ name, visible }) => visible && isAsked(name));
};
