import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import { canBeEmpty, emptyOf } from './empty.ts';

type Body = Record<string, unknown>;

/** Of a choice and of a number that is never 0, nothing is no value: what clients of typed languages send there names nothing. */
const isUnnamed = (field: FieldDescription, value: unknown): boolean =>
  value === undefined || value === null || (!canBeEmpty(field) && value === emptyOf[field.type]);

/** Libraries begin a list with one empty text or one `null`. That is an empty list where no entry can be empty. */
function isBlankList({ schema: { items } }: FieldDescription, value: unknown[]): boolean {
  const takesNothing = items?.type === 'string' && !items.minLength && (!items.enum || items.enum.includes(''));
  return value.length === 1 && (value[0] === null || (!takesNothing && value[0] === ''));
}

/** The members of an entry that say something, and whatever else it holds. */
function saying(members: FieldDescription[], entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const silent = members.filter((each) => isUnnamed(each, (entry as Body)[each.name])).map(({ name }) => name);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !silent.includes(name)));
}

function meant(field: FieldDescription, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (isBlankList(field, value)) return [];
  const { items } = field;
  return items ? value.map((entry) => saying(items, entry)) : value;
}

/**
 * The fields of a body that say something, of those that it may set. Clients of the era send whole objects, in which
 * `null`, an empty text for a choice and the like stand for what nobody wrote.
 */
export const namedIn = (fields: readonly FieldDescription[], body: Body): Body =>
  Object.fromEntries(
    fields
      .filter((field) => !isUnnamed(field, body[field.name]))
      .map((field) => [field.name, meant(field, body[field.name])]),
  );
