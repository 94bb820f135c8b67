import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';

export type Item = Record<string, unknown>;

const empty = { string: '', moment: '', integer: 0, number: 0, boolean: false, array: [], object: {} };

/** A new row with its defaults and, for a unique choice, the first free value. Undefined if none is free. */
export function newItem(
  members: readonly FieldDescription[],
  items: readonly Item[],
  distinct?: string,
): Item | undefined {
  const item = Object.fromEntries(members.map(({ name, type, schema }) => [name, schema.default ?? empty[type]]));
  const choices = members.find(({ name }) => name === distinct)?.schema.enum;
  if (!distinct || !choices) return item;
  const free = choices.find((choice) => !items.some((each) => each[distinct] === choice));
  return free === undefined ? undefined : { ...item, [distinct]: free };
}
