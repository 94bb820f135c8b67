import type { Kind, Row } from '@doorwright/crds';
import { Form, FormSection } from '@patternfly/react-core';
import { useFormContext, useWatch } from 'react-hook-form';
import { tenantField } from '../kinds.ts';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { useKindWords } from '../words/kind-words.ts';
import { FieldControl } from './FieldControl.tsx';
import { FoldedSection } from './FoldedSection.tsx';
import { useKindEditor } from './kind-editor.ts';
import type { Section } from './use-tabs.ts';

interface Props {
  kind: Kind;
  sections: readonly Section[];
  isReadOnly: boolean;
  locked: readonly string[];
}

const noLocks = (): readonly string[] => [];

/** The sections of a tab. Those with rare fields are folded. */
export function EditorSections({ kind, sections, isReadOnly, locked }: Props) {
  const words = useKindWords(kind);
  const account = useAccount();
  const object = useWatch({ control: useFormContext<Row>().control }) as Row;
  const { useLocked = noLocks } = useKindEditor();
  const fixedByRule = useLocked(object);
  // An administrator of one organization cannot move objects to another one, but can rename them.
  const isFixed = kind.tenant !== 'itself' && !(account && isGlobalAdmin(account));
  const fixed = isFixed ? tenantField(kind) : undefined;
  return (
    <Form isWidthLimited maxWidth="70rem" onSubmit={(event) => event.preventDefault()}>
      {sections.map(({ title, fields, rare }) => {
        const controls = fields.map((field) => (
          <FieldControl
            key={field.name}
            kind={kind}
            field={field}
            isReadOnly={isReadOnly || [...locked, ...fixedByRule, fixed].includes(field.name)}
          />
        ));
        if (rare)
          return (
            <FoldedSection key={title} kind={kind} title={words.section(title)} fields={fields}>
              {controls}
            </FoldedSection>
          );
        return (
          <FormSection key={title} title={words.section(title)} titleElement="h2">
            {controls}
          </FormSection>
        );
      })}
    </Form>
  );
}
