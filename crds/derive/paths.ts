import type { Kind } from '../define.ts';
import type { Reference } from '../field.ts';
import { type FieldDescription, fieldsOf } from '../schema/fields.ts';

/** The place of a value in an object: a field, or a member of each entry of a list. */
export interface FieldPath {
  field: string;
  /** The value is a list, or a member of a list's entries. */
  list: boolean;
  member?: string;
}

export interface ReferencePath extends FieldPath {
  kind: Kind;
  refers: Reference;
}

function pathsWhere(
  kind: Pick<Kind, 'described'>,
  wanted: (field: FieldDescription) => boolean,
): (FieldPath & { at: FieldDescription })[] {
  return fieldsOf(kind).flatMap((field) => [
    ...(wanted(field) ? [{ field: field.name, list: field.type === 'array', at: field }] : []),
    ...(field.items ?? [])
      .filter(wanted)
      .map((item) => ({ field: field.name, list: true, member: item.name, at: item })),
  ]);
}

/** Every stored place of a kind's objects that names another object. */
export const referencesOf = (kind: Kind): ReferencePath[] =>
  pathsWhere(kind, (field) => field.refers !== undefined && !field.computed).map(({ at, ...path }) => ({
    ...path,
    kind,
    refers: at.refers as Reference,
  }));

/** Every place, of any kind, that names objects of this kind. */
export const referencesTo = (name: string, kinds: readonly Kind[]): ReferencePath[] =>
  kinds.flatMap((kind) => referencesOf(kind).filter((path) => path.refers.kind === name));

export interface SecretPath extends FieldPath {
  secret: 'masked' | 'hidden';
  digest: boolean;
  /** The fields of this object with the address that the secret is sent to. */
  sentTo: (object: Record<string, unknown>) => readonly string[];
}

const secrets = new WeakMap<object, readonly SecretPath[]>();

/** Every place of a kind's objects with a secret. Cached, because every response needs them. */
export function secretsOf(kind: Pick<Kind, 'described' | 'sentTo'>): readonly SecretPath[] {
  const known =
    secrets.get(kind) ??
    pathsWhere(kind, (field) => field.secret !== undefined).map(({ at, ...path }) => ({
      ...path,
      secret: at.secret as SecretPath['secret'],
      digest: at.digest ?? false,
      sentTo: kind.sentTo?.[at.name] ?? (() => at.sentTo ?? []),
    }));
  secrets.set(kind, known);
  return known;
}

/** `providers[].name` as people write it, or `providers[2].name` for one of the entries. */
export const pathText = ({ field, list, member }: FieldPath, index?: number) =>
  `${field}${list ? `[${index ?? ''}]` : ''}${member ? `.${member}` : ''}`;

/** Applies a change to each text at a path, in a copy of the object. */
export function mapAt<T extends Record<string, unknown>>(
  object: T,
  path: FieldPath,
  change: (value: string) => string,
): T {
  const value = object[path.field];
  if (value === undefined || value === null) return object;
  return { ...object, [path.field]: mapTexts(value, path, change) };
}

/** The same for the value of the path's field. */
export function mapTexts(value: unknown, { list, member }: FieldPath, change: (value: string) => string): unknown {
  if (value === undefined || value === null) return value;
  if (!list) return change(String(value));
  return (value as unknown[]).map((entry) =>
    member
      ? { ...(entry as object), [member]: change(String((entry as Record<string, unknown>)[member] ?? '')) }
      : change(String(entry)),
  );
}

/** The texts at a path. */
export function valuesAt(object: Record<string, unknown>, { field, list, member }: FieldPath): string[] {
  const value = object[field];
  if (value === undefined || value === null || value === '') return [];
  if (!list) return [String(value)];
  return (value as unknown[]).map((entry) =>
    String(member ? ((entry as Record<string, unknown>)[member] ?? '') : entry),
  );
}
