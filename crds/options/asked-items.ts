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

/**
 * The items that the sign-up form asks for. Without a provider that can send its code, an item is left out: nobody could finish the form,
 * and no address may count as proved (S29).
 */
export const askedItems = (items: readonly SignupItem[], sendable: readonly string[]): SignupItem[] => {
  const needy: readonly string[] = itemsWithCode(items);
  return items.filter(({ name, visible }) => visible && (!needy.includes(name) || sendable.includes(name)));
};
