import type { FormSection, Kind } from '../define.ts';
import { type FieldDescription, fieldsOf } from '../schema/fields.ts';

/** A tab of the editor. */
export interface FormTab {
  /** The last part of its address. */
  id: string;
  /** Absent for the only tab of a kind that names none. */
  title?: string;
  sections: readonly FormSection[];
}

/** The tab of a kind that names none. */
export const onlyTab = 'settings';

/** `Linked accounts` → `linked-accounts`. */
const idOf = (title: string) => title.toLowerCase().replaceAll(' ', '-');

/** The tabs of a form, in the order in which its sections name them. */
export function tabsOf(form: readonly FormSection[]): FormTab[] {
  return [...Map.groupBy(form, ({ tab }) => tab)].map(([title, sections]) =>
    title === undefined ? { id: onlyTab, sections } : { id: idOf(title), title, sections },
  );
}

/** Fields that people set. The owner of the platform's objects is always `admin`. */
const isSet = (kind: Kind, { name, computed, serverSet, secret }: FieldDescription) =>
  !computed && !serverSet && secret !== 'hidden' && name !== 'version' && !(name === 'owner' && kind.owner === 'admin');

/** The fields that people set, and that the form has to place. */
export const placedFields = (kind: Kind): string[] =>
  fieldsOf(kind)
    .filter((field) => isSet(kind, field))
    .map(({ name }) => name)
    .filter((name) => !kind.formless?.includes(name));
