import { TextInput } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';
import { validity } from './control.ts';
import { ProblemText } from './ProblemText.tsx';
import { textOf, within } from './problem.ts';
import { RowsTable } from './RowsTable.tsx';

/** An ordered list of texts. Each has its own row and error. */
export function LinesControl({ id, field, label, value, isDisabled, problem, onChange }: ControlProps<string[]>) {
  const lines = value ?? [];
  return (
    <RowsTable
      id={id}
      label={label}
      heads={[label]}
      rows={lines}
      isDisabled={isDisabled}
      next={lines.length < (field.schema.maxItems ?? Number.POSITIVE_INFINITY) ? '' : undefined}
      onChange={onChange}
      cellsOf={(line, index) => {
        const own = { id: `${id}-${index}`, problem: within(problem, index) };
        return [
          <>
            <TextInput
              id={own.id}
              aria-label={`${label} ${index + 1}`}
              value={line}
              isDisabled={isDisabled}
              maxLength={field.schema.items?.maxLength}
              {...validity(own)}
              onChange={(_event, text) => onChange(lines.map((each, at) => (at === index ? text : each)))}
            />
            <ProblemText id={own.id} text={textOf(own.problem)} />
          </>,
        ];
      }}
    />
  );
}
