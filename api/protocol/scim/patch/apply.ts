import { setImmediate } from 'node:timers/promises';
import { type Doc, isObject, normalized, refuseLong, single } from '../document/normalized.ts';
import { wrong } from '../failure.ts';
import type { Attribute } from '../schemas/attribute.ts';
import type { ResourceType } from '../schemas/resource-types.ts';
import { choice, describedBy, entriesOf, withAdded, withoutNamed } from './entries.ts';
import { readPath, type Target } from './read-path.ts';

export type Op = 'add' | 'replace' | 'remove';

export interface Operation {
  op: Op;
  path?: string;
  value?: unknown;
}

const orNull = (value: unknown): unknown =>
  (Array.isArray(value) && value.length === 0) || (isObject(value) && Object.keys(value).length === 0) ? null : value;

const withoutEmpty = (doc: Doc): Doc => Object.fromEntries(Object.entries(doc).filter(([, value]) => value !== null));

function bounded(attribute: Attribute, list: readonly unknown[]): unknown {
  refuseLong(attribute, list);
  return orNull(list);
}

/** The new value of a whole attribute. */
function changed(attribute: Attribute, before: unknown, { op, value }: Operation): unknown {
  if (op === 'remove') {
    // Entra names the members that it removes in the value.
    const named = attribute.multiValued && value !== undefined && value !== null;
    return named ? orNull(withoutNamed(before, entriesOf(normalized(attribute, value)))) : null;
  }
  const next = normalized(attribute, value);
  if (attribute.multiValued) return op === 'add' ? bounded(attribute, withAdded(before, entriesOf(next))) : next;
  // Parts that the value does not name stay (RFC 7644, section 3.5.2.3).
  if (attribute.type === 'complex' && isObject(before) && isObject(next)) return { ...before, ...next };
  return next;
}

type Rest = readonly Attribute[];

/** The values of a list with the change in those that the filter chooses. */
function changedEntries(attribute: Attribute, rest: Rest, before: unknown, filter: Target['filter'], asked: Operation) {
  const isChosen = choice(filter);
  const entries = entriesOf(before);
  const edit = (entry: unknown): unknown[] => {
    if (rest.length > 0) return [changedAt(isObject(entry) ? entry : { value: entry }, rest, asked)].filter(Boolean);
    if (asked.op === 'remove') return [];
    const next = single(attribute, asked.value);
    return [isObject(entry) && isObject(next) ? { ...entry, ...next } : next];
  };
  if (entries.some(isChosen) || asked.op === 'remove')
    return orNull(entries.flatMap((entry) => (isChosen(entry) ? edit(entry) : [entry])));
  const described = describedBy(filter);
  if (!described) throw wrong('noTarget', `${attribute.name} has no such value`);
  return bounded(attribute, [...entries, ...edit(single(attribute, described) ?? {})]);
}

/** The value with a change of an attribute in it, or null if nothing is left. */
function changedAt(doc: Doc, [attribute, ...rest]: Rest, asked: Operation, filter?: Target['filter']): Doc | null {
  if (!attribute) return doc;
  const before = doc[attribute.name] ?? null;
  const value =
    filter || (rest.length > 0 && attribute.multiValued)
      ? changedEntries(attribute, rest, before, filter, asked)
      : rest.length === 0
        ? changed(attribute, before, asked)
        : changedAt(isObject(before) ? before : {}, rest, asked);
  return orNull(withoutEmpty({ ...doc, [attribute.name]: value })) as Doc | null;
}

function applyAt(type: ResourceType, doc: Doc, path: string, asked: Operation): Doc {
  const { steps, filter } = readPath(type, path);
  if (steps.some(({ mutability }) => mutability === 'readOnly'))
    throw wrong('mutability', `${path.slice(0, 200)} cannot be changed`);
  return changedAt(doc, steps, asked, filter) ?? {};
}

/** Tells whether a member of a value without a path is a place. Others do no harm, as in a whole resource. */
function isPlace(type: ResourceType, name: string): boolean {
  try {
    return readPath(type, name).steps.every(({ mutability }) => mutability !== 'readOnly');
  } catch {
    return false;
  }
}

/** A value without a path has attributes, and from Entra also paths, as names. */
function applyAll(type: ResourceType, doc: Doc, asked: Operation): Doc {
  if (asked.op === 'remove') throw wrong('noTarget', 'A removal needs a path');
  if (!isObject(asked.value)) throw wrong('invalidSyntax', 'The value without a path must be an object');
  const places = Object.entries(asked.value).filter(([name]) => isPlace(type, name));
  return places.reduce((next, [name, value]) => applyAt(type, next, name, { op: asked.op, value }), doc);
}

/** The resource after the operations, in their order. Other requests take their turn between two of them. */
export async function patched(type: ResourceType, doc: Doc, operations: readonly Operation[]): Promise<Doc> {
  let next = doc;
  for (const asked of operations) {
    next = asked.path ? applyAt(type, next, asked.path, asked) : applyAll(type, next, asked);
    await setImmediate();
  }
  return next;
}
