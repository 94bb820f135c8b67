import type { Kind } from '@doorwright/crds';
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
import { useKindWords } from '../words/kind-words.ts';
import { controlOf } from './registry.ts';

interface Props {
  kind: Kind;
  field: FieldDescription;
  isReadOnly: boolean;
}

/** A field of the form: its label with help, the control of its type, and beside it what is wrong with it. */
export function FieldControl({ kind, field, isReadOnly }: Props) {
  const { t } = useTranslation('console');
  const words = useKindWords(kind);
  const { control } = useFormContext();
  const object = useWatch({ control });
  const helpRef = useRef<HTMLSpanElement>(null);
  const { field: bound, fieldState } = useController({ control, name: field.name });
  const Control = controlOf(field);
  const label = words.field(field.name);
  const help = words.help(field.name);
  const problem = fieldState.error && messageOf(fieldState.error);
  const isBuiltIn = kind.builtIn?.includes(String(object[kind.key])) && field.name === kind.key;
  return (
    <FormGroup
      label={label}
      fieldId={field.name}
      labelHelp={
        <Popover triggerRef={helpRef} bodyContent={help}>
          <FormGroupLabelHelp ref={helpRef} aria-label={t('helpFor', { field: label })} />
        </Popover>
      }
    >
      <Control
        id={field.name}
        kind={kind}
        field={field}
        label={label}
        value={bound.value}
        isDisabled={isReadOnly || isBuiltIn === true || field.serverSet === true}
        isInvalid={problem !== undefined}
        onChange={bound.onChange}
        object={object}
      />
      {problem && (
        <FormHelperText>
          <HelperText isLiveRegion>
            <HelperTextItem variant="error">{problem}</HelperTextItem>
          </HelperText>
        </FormHelperText>
      )}
    </FormGroup>
  );
}

interface Problem {
  message?: unknown;
  [member: string]: unknown;
}

/** What is wrong inside of a list is told below the list. */
function messageOf(error: Problem): string | undefined {
  if (typeof error.message === 'string') return error.message;
  for (const [member, inner] of Object.entries(error)) {
    const found = inner && typeof inner === 'object' && member !== 'ref' ? messageOf(inner as Problem) : undefined;
    if (found) return /^\d+$/.test(member) ? `${Number(member) + 1}: ${found}` : `${member}: ${found}`;
  }
  return undefined;
}
