import type { Kind, Row } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { ExpandableSection, FormSection } from '@patternfly/react-core';
import { type ReactNode, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';

interface Props {
  kind: Kind;
  title: string;
  fields: readonly FieldDescription[];
  children: ReactNode;
}

const empty: readonly string[] = ['', '[]', '{}', 'null', 'false', '0', '""'];

/** A value that somebody set: it is not the default of the model. */
function isSet({ schema }: FieldDescription, value: unknown): boolean {
  const text = JSON.stringify(value ?? null);
  return schema.default === undefined ? !empty.includes(text) : text !== JSON.stringify(schema.default);
}

/** A section with rare fields. Its toggle says which of them are set, and it is open while one of them has an error. */
export function FoldedSection({ kind, title, fields, children }: Props) {
  const { t, language } = useTranslation('editor');
  const words = useKindWords(kind);
  const { control } = useFormContext<Row>();
  const object = useWatch({ control }) as Row;
  const { errors } = useFormState({ control });
  const [isOpen, setOpen] = useState(false);
  const set = fields.filter((field) => isSet(field, object[field.name])).map(({ name }) => words.field(name));
  const names = new Intl.ListFormat(language).format(set);
  return (
    <ExpandableSection
      className="folded"
      toggleWrapper="h2"
      isExpanded={isOpen || fields.some(({ name }) => name in errors)}
      onToggle={(_event, opens) => setOpen(opens)}
      toggleContent={
        <>
          {title} <span className="folded-note">{set.length > 0 ? t('folded.set', { names }) : t('folded.none')}</span>
        </>
      }
    >
      <FormSection>{children}</FormSection>
    </ExpandableSection>
  );
}
