import type { Kind } from '@doorwright/crds';
import { type ListFilter, takesMoment, takesUser } from '@doorwright/crds/list-filter.ts';
import { isDay, midnight } from './date-range.ts';

const named = (kind: Kind) => kind.list?.filters ?? [];

/** The named filters that stand in the menu. The kind's own part asks for those that take a user. */
export const inMenu = (kind: Kind): readonly ListFilter[] => named(kind).filter((filter) => !takesUser(filter));

/** Tells whether a limit of a list is a named filter, and not a value of a field. */
export const isNamed = (kind: Kind, name: string): boolean => named(kind).some((filter) => filter.name === name);

/** Every value that an address can limit the list to, by its parameter. */
export const limitsOf = (kind: Kind): readonly string[] => [
  ...(kind.list?.equals ?? []),
  ...named(kind).map(({ name }) => name),
];

/** The parameters of the api for these limits. An address has a day on the reader's clock, where the api takes a moment. */
export const limitParameters = (kind: Kind, equals: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(equals).map(([name, value]) => {
      const isMoment = named(kind).some((filter) => filter.name === name && takesMoment(filter));
      return [name, isMoment && isDay(value) ? midnight(value).toISOString() : value];
    }),
  );
