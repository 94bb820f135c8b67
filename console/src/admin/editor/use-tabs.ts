import type { FormSection, Kind, Row } from '@doorwright/crds';
import { onlyTab, tabsOf } from '@doorwright/crds/derive/form.ts';
import { isDeclared } from '@doorwright/crds/derive/is-declared.ts';
import { type FieldDescription, fieldsOf } from '@doorwright/crds/schema/fields.ts';
import { type KindPart, useKindEditor } from './kind-editor.ts';

export interface Section extends Omit<FormSection, 'fields'> {
  fields: FieldDescription[];
}

/** A tab with the fields that apply now. */
export interface EditorTab {
  id: string;
  /** Absent for the only tab of a kind that names none. */
  title?: string;
  sections: Section[];
  Part?: KindPart | undefined;
}

/** The tab with the custom resource of a kind that can be declared. */
export const yamlTab = 'yaml';

const noForm = () => undefined;

/** The tabs of an editor: those of the model that have fields or a special part, and the custom resource. */
export function useTabs(kind: Kind, object: Row, isNew: boolean): EditorTab[] {
  const { useForm = noForm, shownWhen = {}, shownOnceStored = [], parts = {}, newParts = {} } = useKindEditor();
  const own = useForm(object);
  const described = new Map(fieldsOf(kind).map((field) => [field.name, field]));
  const isShown = ({ name }: FieldDescription) =>
    shownWhen[name]?.(object) !== false && !(isNew && shownOnceStored.includes(name));
  const tabs = tabsOf(own ?? kind.form ?? []).map((tab): EditorTab => {
    const sections = tab.sections
      .map(({ fields, ...section }) => ({
        ...section,
        fields: fields.flatMap((name) => described.get(name) ?? []).filter(isShown),
      }))
      .filter(({ fields }) => fields.length > 0);
    return { ...tab, sections, Part: (isNew ? newParts : parts)[tab.id] };
  });
  const used = tabs.filter(({ sections, Part }) => sections.length > 0 || Part);
  // Before the form is known, there is an empty tab.
  const shown = used.length > 0 ? used : [{ id: onlyTab, sections: [] }];
  return isDeclared(kind) ? [...shown, { id: yamlTab, title: 'YAML', sections: [] }] : shown;
}

/** The tab with a field. */
export const tabOf = (tabs: readonly EditorTab[], name: string): EditorTab | undefined =>
  tabs.find(({ sections }) => sections.some(({ fields }) => fields.some((field) => field.name === name)));
