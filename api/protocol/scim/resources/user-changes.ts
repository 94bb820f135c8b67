import { isDeepStrictEqual } from 'node:util';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type Doc, isObject } from '../document/normalized.ts';
import type { Fields, Place } from './mapping.ts';
import { fieldsGiven, mappings } from './user-fields.ts';

const prefix = 'properties.';

/** The present value of a field by its name here. */
const present = (user: User, field: string): unknown =>
  field.startsWith(prefix) ? (user.properties[field.slice(prefix.length)] ?? '') : user[field as keyof User];

/** Every user has a name for people. */
function fallbackName(doc: Doc): string {
  const { formatted, givenName, familyName } = isObject(doc.name) ? doc.name : {};
  return String(formatted || [givenName, familyName].filter(Boolean).join(' ') || doc.userName);
}

function emptied(field: string, after: Doc): string | boolean {
  if (field === 'displayName') return fallbackName(after).slice(0, 100);
  return field === 'isForbidden' ? false : '';
}

/** The body of an update with the fields and properties. */
function bodyOf(fields: Fields, properties: Record<string, string>): Record<string, unknown> {
  const entries = Object.entries(fields);
  const own = entries.filter(([field]) => field.startsWith(prefix));
  const next = {
    ...properties,
    ...Object.fromEntries(own.map(([field, value]) => [field.slice(prefix.length), value])),
  };
  const kept = Object.entries(next).filter(([key]) => fields[prefix + key] !== '');
  const plain = Object.fromEntries(entries.filter(([field]) => !field.startsWith(prefix)));
  return { ...plain, ...(own.length > 0 && { properties: Object.fromEntries(kept) }) };
}

const withPassword = (doc: Doc) => (typeof doc.password === 'string' ? { password: doc.password } : {});

/** The body for a new user. */
export const bodyOfNew = (doc: Doc, place: Place): Record<string, unknown> => ({
  displayName: fallbackName(doc).slice(0, 100),
  ...bodyOf(fieldsGiven(doc, place), {}),
  ...withPassword(doc),
});

/**
 * The body of an update from one state of a resource to another. A field that only the former state gives becomes empty. Fields that the
 * program never gave stay as they are.
 */
export function bodyOfChange(user: User, before: Doc, after: Doc, place: Place): Record<string, unknown> {
  const [old, next] = [fieldsGiven(before, place), fieldsGiven(after, place)];
  const gone = Object.keys(old).filter((field) => !(field in next));
  const wanted: Fields = { ...next, ...Object.fromEntries(gone.map((field) => [field, emptied(field, after)])) };
  const changed = Object.entries(wanted).filter(([field, value]) => present(user, field) !== value);
  return { ...bodyOf(Object.fromEntries(changed), user.properties), ...withPassword(after) };
}

/** The program took the name for people away, and the user has the one that follows from the others. */
const lacksDisplayName = (user: User, document: Doc) =>
  document.displayName === null && user.displayName === fallbackName(document).slice(0, 100);

/** The attributes as the program sent them, except where somebody has changed the user since. */
export function shownAttributes(user: User, document: Doc, place: Place): Doc {
  const shown: Doc = { ...document };
  for (const { attribute, write, read } of mappings) {
    const sent = document[attribute];
    const live = write({ [attribute]: read(user, undefined) }, place);
    const isAsSent = sent !== undefined && isDeepStrictEqual(write(document, place), live);
    if (!isAsSent) shown[attribute] = read(user, sent ?? undefined);
  }
  if (lacksDisplayName(user, document)) shown.displayName = undefined;
  shown.active = document.active === null && !user.isForbidden ? undefined : !user.isForbidden;
  return shown;
}
