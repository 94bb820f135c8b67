import type { FieldDescription } from './fields.ts';

/** Fields that every kind has, or every kind that can be declared. A few kinds define one of them themselves. */
const common: ReadonlySet<string> = new Set(['owner', 'name', 'createdTime', 'version', 'origin', 'managedFields']);

/** The names of a kind's own fields, as its descriptions tell. */
export const ownFieldNames = ({ described }: { described: readonly Pick<FieldDescription, 'name'>[] }): string[] =>
  described.map(({ name }) => name).filter((name) => !common.has(name));
