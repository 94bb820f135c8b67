import { entriesIn } from '@doorwright/crds/derive/pairs.ts';
import type { FieldDescription } from '@doorwright/crds/schema/schema.ts';
import { canBeEmpty, emptyOf } from './empty-value.ts';

type Body = Record<string, unknown>;

/**
 * Tells whether a field has no value. Clients of typed languages send an empty text or 0 also for choices and
 * numbers that cannot be empty.
 */
const hasNoValue = (field: FieldDescription, value: unknown): boolean =>
  value === undefined || value === null || (!canBeEmpty(field) && value === emptyOf[field.type]);

/**
 * Tells whether a list has one empty entry only. Casdoor's libraries send such lists. If no entry can be empty,
 * the list is empty.
 */
function isBlankList({ schema: { items } }: FieldDescription, value: unknown[]): boolean {
  const takesNothing = items?.type === 'string' && !items.minLength && (!items.enum || items.enum.includes(''));
  return value.length === 1 && (value[0] === null || (!takesNothing && value[0] === ''));
}

/** The entry without members that have no value. Unknown members stay. */
function membersWithValue(members: FieldDescription[], entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null) return entry;
  const silent = members.filter((each) => hasNoValue(each, (entry as Body)[each.name])).map(({ name }) => name);
  return Object.fromEntries(Object.entries(entry).filter(([name]) => !silent.includes(name)));
}

function withoutBlankEntries(field: FieldDescription, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (isBlankList(field, value)) return [];
  const { items } = field;
  return items ? value.map((entry) => membersWithValue(items, entry)) : value;
}

/** The number in a text of digits. Another text stays, so that it is refused. */
const numberIn = ({ fromText }: FieldDescription, value: unknown): unknown =>
  fromText && typeof value === 'string' && /^\s*\d{1,15}\s*$/.test(value) ? Number(value) : value;

/**
 * The fields of a body that have a value. Clients of Casdoor 2022 send whole objects, with `null` or an empty text
 * for unset fields.
 */
export function fieldsWithValue(fields: readonly FieldDescription[], body: Body): Body {
  const found: Body = {};
  for (const field of fields) {
    const value = numberIn(field, entriesIn(field, body[field.name]));
    if (!hasNoValue(field, value)) found[field.name] = withoutBlankEntries(field, value);
  }
  return found;
}
