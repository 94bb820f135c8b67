import type { User } from '@doorwright/crds/kinds/user.ts';
import type { PhoneRules } from '@doorwright/crds/values/written-forms.ts';
import { type Doc, isObject } from '../document/normalized.ts';

/** Values for fields of a user. Names that begin with `properties.` are entries of its properties. */
export type Fields = Record<string, string | boolean>;

/** The phone numbers that the organization takes. */
export type Place = PhoneRules;

/** How an attribute and fields of a user follow from each other. `sent` is the attribute as the program sent it. */
export interface Mapping {
  attribute: string;
  write: (doc: Doc, place: Place) => Fields;
  read: (user: User, sent: unknown) => unknown;
}

export const filled = (fields: Record<string, unknown>): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => typeof value === 'string' && value !== '')) as Fields;

export const partsOf = (value: unknown): Doc => (isObject(value) ? value : {});
export const listOf = (value: unknown): Doc[] => (Array.isArray(value) ? value.filter(isObject) : []);

export const orUndefined = (doc: Doc) => (Object.keys(doc).length > 0 ? doc : undefined);

/** The value that a user has one of: the primary one, or the one for work, or the first. */
export const mainOf = (entries: readonly Doc[], type = 'work'): Doc | undefined =>
  entries.find(({ primary }) => primary === true) ?? entries.find((each) => each.type === type) ?? entries[0];
