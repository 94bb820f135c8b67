import { wrong } from '../failure.ts';
import type { Attribute } from '../schemas/attribute.ts';
import { partOf, type ResourceType } from '../schemas/resource-types.ts';

/** A resource. Its members have the names of the schema. `null` is an attribute that the program took away. */
export type Doc = Record<string, unknown>;

/** A group may have as many members as the model allows. */
const mostOf = ({ name }: Attribute) => (name === 'members' ? 10_000 : 100);

/** Refuses a list that would take long to compare. */
export function refuseLong(attribute: Attribute, list: readonly unknown[]): void {
  const most = mostOf(attribute);
  if (list.length > most) throw wrong('invalidValue', `${attribute.name} has more than ${most} values`);
}

export const isObject = (value: unknown): value is Doc =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Entra sends flags as `"True"` and `"False"`. */
function flagOf({ name }: Attribute, value: unknown): boolean {
  if (typeof value === 'boolean') return value;
  const text = typeof value === 'string' ? value.toLowerCase() : '';
  if (text === 'true' || text === 'false') return text === 'true';
  throw wrong('invalidValue', `${name} must be true or false`);
}

/** Longer texts fit into no field, and some are read as phone numbers and paths. */
const longestText = 2_000;

function textOf({ name }: Attribute, value: unknown): string | null {
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw wrong('invalidValue', `${name} must be a string`);
  if (value.length > longestText) throw wrong('invalidValue', `${name} has more than ${longestText} characters`);
  return value === '' ? null : value;
}

/** A complex value with the parts of its schema. A bare text is its `value`: Entra sends a manager so. */
function partsOf(attribute: Attribute, value: unknown): Doc | null {
  const sent = typeof value === 'string' && partOf(attribute, 'value') ? { value } : value;
  if (!isObject(sent)) throw wrong('invalidValue', `${attribute.name} must be an object`);
  const parts: Doc = {};
  for (const [name, each] of Object.entries(sent)) {
    const part = partOf(attribute, name);
    if (!part || part.mutability === 'readOnly') continue;
    const read = normalized(part, each);
    if (read !== null) parts[part.name] = read;
  }
  // A reference alone names the value too.
  if (typeof parts.$ref === 'string' && parts.value === undefined) parts.value = parts.$ref.split('/').at(-1);
  return Object.keys(parts).length > 0 ? parts : null;
}

export function single(attribute: Attribute, value: unknown): unknown {
  if (value === null || value === undefined) return null;
  if (attribute.type === 'complex') return partsOf(attribute, value);
  return attribute.type === 'boolean' ? flagOf(attribute, value) : textOf(attribute, value);
}

/** The value of an attribute in the form of its schema. An empty one is `null` (RFC 7643, section 2.5). */
export function normalized(attribute: Attribute, value: unknown): unknown {
  if (!attribute.multiValued) return single(attribute, value);
  if (value === null || value === undefined) return null;
  const sent = Array.isArray(value) ? value : [value];
  refuseLong(attribute, sent);
  const filled = sent.map((each) => single(attribute, each)).filter((each) => each !== null);
  if (filled.filter((each) => isObject(each) && each.primary === true).length > 1)
    throw wrong('invalidValue', `only one of ${attribute.name} is primary`);
  return filled.length > 0 ? filled : null;
}

/** The attributes of a body that the program may set. Others do no harm (RFC 7644, section 3.3). */
export function docOf({ attributes }: ResourceType, body: unknown): Doc {
  if (!isObject(body)) throw wrong('invalidSyntax', 'The body must be a JSON object');
  const doc: Doc = {};
  for (const [name, value] of Object.entries(body)) {
    const attribute = attributes.get(name.toLowerCase());
    if (attribute && attribute.mutability !== 'readOnly') doc[attribute.name] = normalized(attribute, value);
  }
  return doc;
}

export const withoutNulls = (doc: Doc): Doc =>
  Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null && value !== undefined));

/** Refuses a resource without an attribute that it must have. */
export function requireAll({ attributes }: ResourceType, doc: Doc): void {
  for (const { name, required } of attributes.values())
    if (required && (doc[name] === undefined || doc[name] === null)) throw wrong('invalidValue', `${name} is required`);
}
