import { isObject } from '../document/normalized.ts';

const start = 'bulkId:';

type Ids = ReadonlyMap<string, string>;

/** The names of new resources in a text: `bulkId:x` as a value, or as the last part of a path. */
const namedIn = (text: string): string | undefined => {
  const last = text.startsWith('/') ? (text.split('/').at(-1) ?? '') : text;
  return last.startsWith(start) ? last.slice(start.length) : undefined;
};

/** Tells whether a value names a new resource that does not exist yet. The body was checked for its depth. */
export function refersToUnknown(value: unknown, ids: Ids): boolean {
  if (typeof value === 'string') {
    const named = namedIn(value);
    return named !== undefined && !ids.has(named);
  }
  if (Array.isArray(value)) return value.some((each) => refersToUnknown(each, ids));
  return isObject(value) && Object.values(value).some((each) => refersToUnknown(each, ids));
}

/** A copy of the value with the IDs of new resources in the place of their names. */
export function withIds(value: unknown, ids: Ids): unknown {
  if (typeof value === 'string') {
    const named = namedIn(value);
    const id = named === undefined ? undefined : ids.get(named);
    return id === undefined ? value : value.slice(0, value.length - start.length - (named?.length ?? 0)) + id;
  }
  if (Array.isArray(value)) return value.map((each) => withIds(each, ids));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each, ids)]));
}
