import type { Kind, Row } from '@doorwright/crds';
import { Form, FormSection } from '@patternfly/react-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { tenantField } from '../kinds.ts';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { useKindWords } from '../words/kind-words.ts';
import { FieldControl } from './FieldControl.tsx';
import { sectionsOf } from './form-fields.ts';
import { useKindEditor } from './kind-editor.ts';

interface Props {
  kind: Kind;
  isNew: boolean;
  isReadOnly: boolean;
  locked: readonly string[];
}

const noForm = () => undefined;
const noLocks = (): readonly string[] => [];

/** The sections of a kind with the fields that apply. */
export function EditorSections({ kind, isNew, isReadOnly, locked }: Props) {
  const words = useKindWords(kind);
  const account = useAccount();
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const { shownWhen = {}, shownOnceStored = [], useForm = noForm, useLocked = noLocks } = useKindEditor();
  const sections = sectionsOf(kind, useForm(object))
    .map(({ title, fields }) => ({
      title,
      fields: fields.filter(
        ({ name }) => shownWhen[name]?.(object) !== false && !(isNew && shownOnceStored.includes(name)),
      ),
    }))
    .filter(({ fields }) => fields.length > 0);
  const fixedByRule = useLocked(object);
  // An administrator of one organization cannot move objects to another one, but can rename them.
  const isFixed = kind.tenant !== 'itself' && !(account && isGlobalAdmin(account));
  const fixed = isFixed ? tenantField(kind) : undefined;
  return (
    <Form isWidthLimited maxWidth="70rem" onSubmit={(event) => event.preventDefault()}>
      {sections.map(({ title, fields }) => (
        <FormSection key={title} title={words.section(title)} titleElement="h2">
          {fields.map((field) => (
            <FieldControl
              key={field.name}
              kind={kind}
              field={field}
              isReadOnly={isReadOnly || [...locked, ...fixedByRule, fixed].includes(field.name)}
            />
          ))}
        </FormSection>
      ))}
    </Form>
  );
}
