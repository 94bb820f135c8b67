import type { Kind } from '@doorwright/crds';
import { mapAt, type SecretPath, secretsOf } from '@doorwright/crds/derive/paths.ts';
import { fieldsOf } from '@doorwright/crds/schema/schema.ts';
import { isSame } from '../rules/empty-value.ts';
import { mask } from '../rules/present.ts';

type Object_ = Record<string, unknown>;

/** A field of an object before and after a change, as texts. */
export interface ChangedField {
  field: string;
  before: string;
  after: string;
}

/** Longer values are cut, so that a record stays small. */
const longestValue = 300;
const mostFields = 40;

/** The user name and password of an address, which people paste with it. */
const credentials = /(?<=:\/\/)[^/?#\s@]+(?=@)/g;

const hidden = (object: Object_, paths: readonly SecretPath[]): Object_ =>
  paths.reduce((all, path) => mapAt(all, path, (value) => value && mask), object);

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = text.replace(credentials, mask).toWellFormed();
  return safe.length > longestValue ? `${safe.slice(0, longestValue).toWellFormed()}…` : safe;
}

/** The fields that differ, with both values. Every secret of the model is masked, also within lists. */
export function changedFields(kind: Kind, before: Object_, after: Object_): ChangedField[] {
  const untold = ['version', kind.lastChange?.field];
  const told = fieldsOf(kind).filter(({ name, computed }) => !computed && !untold.includes(name));
  const changed = told.filter(({ name }) => !isSame(before[name] ?? '', after[name] ?? ''));
  if (changed.length === 0) return [];
  const [from, to] = [before, after].map((object) => hidden(object, secretsOf(kind))) as [Object_, Object_];
  return changed
    .slice(0, mostFields)
    .map(({ name }) => ({ field: name, before: textOf(from[name]), after: textOf(to[name]) }));
}
