import type { Kind, Row } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/derive/schema.ts';
import {
  FormGroup,
  FormGroupLabelHelp,
  FormHelperText,
  HelperText,
  HelperTextItem,
  Popover,
} from '@patternfly/react-core';
import { useRef } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { ProblemText } from '../fields/ProblemText.tsx';
import { type Problem, textOf } from '../fields/problem.ts';
import { controlOf } from '../fields/registry.ts';
import { isBuiltIn } from '../kinds.ts';
import { useKindWords } from '../words/kind-words.ts';
import { useKindEditor } from './kind-editor.ts';

interface Props {
  kind: Kind;
  field: FieldDescription;
  isReadOnly: boolean;
}

/** Ids, and the names of objects that the platform itself uses, never change. */
const isFixed = (kind: Kind, { name, serverSet }: FieldDescription, stored: Record<string, unknown>) =>
  serverSet === true || (name === kind.key && (name === 'id' || isBuiltIn(kind, stored)));

/** A field of the form: its label with help, the control of its type, and its error. */
export function FieldControl({ kind, field, isReadOnly }: Props) {
  const { t } = useTranslation(['editor', 'help']);
  const words = useKindWords(kind);
  const editor = useKindEditor();
  const { control, setValue, getValues, formState } = useFormContext<Row>();
  const object = useWatch({ control }) as Row;
  const helpRef = useRef<HTMLSpanElement>(null);
  const { name } = field;
  const { field: bound, fieldState } = useController({ control, name });
  if (editor.shownWhen?.[name]?.(object) === false) return null;

  const Control = editor.controls?.[name] ?? controlOf(field);
  const other = editor.labels?.[name]?.(object);
  const label = other ? t(other) : words.field(name);
  const otherHelp = editor.help?.[name]?.(object);
  const help = otherHelp ? t(otherHelp) : words.help(name);
  const helpFor = t('console:helpFor', { field: label });
  const problem = fieldState.error as Problem | undefined;
  const caution = field.caution?.includes(String(bound.value)) ? 'warnings.caution' : undefined;
  const warning = editor.warnings?.[name]?.(object) ?? caution;
  const change = (value: unknown) => {
    bound.onChange(value);
    const others = editor.following?.[name]?.({ ...getValues(), [name]: value }) ?? {};
    for (const [other, follows] of Object.entries(others)) setValue(other, follows, { shouldDirty: true });
  };
  return (
    <FormGroup
      label={label}
      fieldId={name}
      isRequired={field.required || editor.requiredWhen?.[name]?.(object) === true}
      labelHelp={
        <Popover triggerRef={helpRef} aria-label={helpFor} bodyContent={help} closeBtnAriaLabel={t('common:close')}>
          <FormGroupLabelHelp ref={helpRef} aria-label={helpFor} />
        </Popover>
      }
    >
      <Control
        id={name}
        kind={kind}
        field={field}
        label={label}
        value={bound.value}
        isDisabled={
          isReadOnly ||
          isFixed(kind, field, formState.defaultValues ?? {}) ||
          editor.lockedWhen?.[name]?.(object) === true
        }
        problem={problem}
        onChange={change}
        object={object}
      />
      {warning && (
        <FormHelperText>
          <HelperText>
            <HelperTextItem variant="warning" screenReaderText={t('status.warning')}>
              {t(warning)}
            </HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
      <ProblemText id={name} text={textOf(problem)} />
    </FormGroup>
  );
}
