import type { Kind, Row } from '@doorwright/crds';
import type { Danger } from '@doorwright/crds/field.ts';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';
import { FormGroup } from '@patternfly/react-core';
import { useState } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { dangersIn, newDanger } from '../fields/danger.ts';
import { FieldTexts } from '../fields/FieldTexts.tsx';
import { type Problem, textOf } from '../fields/problem.ts';
import { controlOf } from '../fields/registry.ts';
import { isBuiltIn } from '../kinds.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { FieldHelp } from './FieldHelp.tsx';
import { useKindEditor } from './kind-editor.ts';
import { useModelCheck } from './use-model-check.ts';

const DangerDialog = lazyDialog([], async () => (await import('./DangerDialog.tsx')).DangerDialog);

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
  const { t } = useTranslation('editor');
  const words = useKindWords(kind);
  const editor = useKindEditor();
  const { control, setValue, getValues, formState } = useFormContext<Row>();
  const object = useWatch({ control }) as Row;
  const [asked, ask] = useState<{ value: unknown; danger: Danger }>();
  const { name } = field;
  const { field: bound, fieldState } = useController({ control, name });
  const typed = useModelCheck(kind, name, object, fieldState.isDirty);
  if (editor.shownWhen?.[name]?.(object) === false) return null;

  const Control = editor.controls?.[name] ?? controlOf(field);
  const other = editor.labels?.[name]?.(object);
  const label = other ? t(other) : words.field(name);
  const otherHelp = editor.help?.[name]?.(object);
  const help = otherHelp ? t(otherHelp) : words.help(name);
  const problem = (fieldState.error as Problem | undefined) ?? typed;
  const warning = editor.warnings?.[name]?.(object);
  const effectOf = ({ when }: Danger) => words.danger(name, String(when));
  const write = (value: unknown) => {
    bound.onChange(value);
    const others = editor.following?.[name]?.({ ...getValues(), [name]: value }) ?? {};
    for (const [other, follows] of Object.entries(others)) setValue(other, follows, { shouldDirty: true });
  };
  const change = (value: unknown) => {
    const danger = newDanger(field, value, bound.value, formState.defaultValues?.[name]);
    if (danger) ask({ value, danger });
    else write(value);
  };
  return (
    <FormGroup
      label={label}
      fieldId={name}
      isRequired={field.required || editor.requiredWhen?.[name]?.(object) === true}
      labelHelp={<FieldHelp label={label} text={help} />}
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
      <FieldTexts
        id={name}
        warnings={[...dangersIn(field, bound.value).map(effectOf), ...(warning ? [t(warning)] : [])]}
        problem={textOf(problem)}
      />
      {asked && (
        <DangerDialog
          field={label}
          effect={effectOf(asked.danger)}
          onAgree={() => write(asked.value)}
          onClose={() => ask(undefined)}
        />
      )}
    </FormGroup>
  );
}
