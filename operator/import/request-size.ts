/** What the api limits in a request. */
export interface Size {
  objects: number;
  bytes: number;
  /** Members of objects, and entries of lists with them. */
  members: number;
  values: number;
}

export const nothing: Size = { objects: 0, bytes: 0, members: 0, values: 0 };

export const sum = (a: Size, b: Size): Size => ({
  objects: a.objects + b.objects,
  bytes: a.bytes + b.bytes,
  members: a.members + b.members,
  values: a.values + b.values,
});

function count(value: unknown, size: Size): void {
  if (typeof value !== 'object' || value === null) return;
  const entries = Object.values(value);
  size.values += Math.max(entries.length, 1);
  if (!Array.isArray(value)) size.members += entries.length;
  for (const each of entries) count(each, size);
}

/** The size of an object as JSON, with the comma before it. */
export function sizeOf(object: object): Size {
  const size = { ...nothing, objects: 1, bytes: Buffer.byteLength(JSON.stringify(object)) + 1 };
  count(object, size);
  return size;
}

export const isWithin = (size: Size, limits: Size): boolean =>
  (Object.keys(limits) as (keyof Size)[]).every((name) => size[name] <= limits[name]);
