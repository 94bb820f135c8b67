import type { FormSection, Kind } from '@doorwright/crds';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/derive/schema.ts';

export interface Section {
  title: string;
  fields: FieldDescription[];
}

const isShown = ({ name, secret }: FieldDescription) => name !== 'version' && secret !== 'hidden';

/** The sections of a kind's editor: from the model, unless the model leaves the form to the console. */
export function sectionsOf(kind: Kind, own?: readonly FormSection[]): Section[] {
  const fields = fieldsOf(kind).filter(isShown);
  const form = own ?? kind.form ?? [{ title: kind.title, fields: fields.map(({ name }) => name) }];
  return form.map(({ title, fields: names }) => ({
    title,
    fields: names.flatMap((name) => fields.find((field) => field.name === name) ?? []),
  }));
}
