import type { FormSection, Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { userForm } from '../pages/user/user-form.ts';

export interface Section {
  title: string;
  fields: FieldDescription[];
}

/** Forms of kinds whose model leaves them to the console. */
const forms: Record<string, readonly FormSection[]> = { user: userForm };

const isShown = ({ name, secret }: FieldDescription) => name !== 'version' && secret !== 'hidden';

/** What the editor of a kind shows, in sections. */
export function sectionsOf(kind: Kind): Section[] {
  const fields = fieldsOf(kind).filter(isShown);
  const form = kind.form ?? forms[kind.name] ?? [{ title: kind.title, fields: fields.map(({ name }) => name) }];
  return form.map(({ title, fields: names }) => ({
    title,
    fields: names.flatMap((name) => fields.find((field) => field.name === name) ?? []),
  }));
}
