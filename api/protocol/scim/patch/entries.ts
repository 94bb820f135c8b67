import { isDeepStrictEqual } from 'node:util';
import { type Filter, filter as testerOf } from 'scim2-parse-filter';
import { type Doc, isObject } from '../document/normalized.ts';

/** The values of a list, and the changed copy of one. */
export const entriesOf = (value: unknown): unknown[] => (Array.isArray(value) ? [...value] : []);

const identityOf = (entry: unknown) =>
  isObject(entry) && typeof entry.value === 'string' ? `${entry.type ?? ''} ${entry.value}` : undefined;

/** Adds values that the list does not have yet. A group may have thousands, so known values are looked up. */
export function withAdded(before: unknown, added: readonly unknown[]): unknown[] {
  const known = new Set(entriesOf(before).map(identityOf));
  const fresh = added.filter((entry) => {
    const identity = identityOf(entry);
    return identity === undefined
      ? !entriesOf(before).some((each) => isDeepStrictEqual(each, entry))
      : !known.has(identity) && known.add(identity);
  });
  const isPrimary = (entry: unknown) => isObject(entry) && entry.primary === true;
  // The new primary value replaces the former one (RFC 7644, section 3.5.2).
  const kept = fresh.some(isPrimary)
    ? entriesOf(before).map((entry) => (isPrimary(entry) ? { ...(entry as Doc), primary: false } : entry))
    : entriesOf(before);
  return [...kept, ...fresh];
}

/** Removes the values that a program names, such as members of a group. */
export function withoutNamed(before: unknown, removed: readonly unknown[]): unknown[] {
  const named = new Set(removed.flatMap((entry) => (isObject(entry) ? [entry.value] : [entry])));
  return entriesOf(before).filter((entry) => !named.has(isObject(entry) ? entry.value : entry));
}

/** Tells which values a filter in brackets chooses. */
export function choice(filter: Filter | undefined): (entry: unknown) => boolean {
  if (!filter) return () => true;
  const test = testerOf(filter);
  return (entry) => test(isObject(entry) ? entry : { value: entry });
}

/** The value that a filter describes: Entra sets `emails[type eq "work"].value` before there is one. */
export function describedBy(filter: Filter | undefined): Doc | undefined {
  if (!filter) return {};
  const parts = filter.op === 'and' ? filter.filters : [filter];
  const pairs = parts.map((part) => (part.op === 'eq' ? ([part.attrPath, part.compValue] as const) : undefined));
  return pairs.every((pair) => pair !== undefined) ? Object.fromEntries(pairs) : undefined;
}
