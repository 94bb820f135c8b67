import { TextInput } from '@patternfly/react-core';
import type { ControlProps } from './control.ts';
import { validity } from './control.ts';
import { FieldTexts } from './FieldTexts.tsx';
import { textOf, within } from './problem.ts';
import { RowsTable } from './RowsTable.tsx';
import { type Origins, useRowProblems } from './use-row-problems.ts';

/** An ordered list of texts. Each has its own row and error. */
export function LinesControl({ id, field, label, value, isDisabled, onChange, ...its }: ControlProps<string[]>) {
  const lines = value ?? [];
  const [problem, carry] = useRowProblems(its.problem, lines);
  const change = (next: string[], origins: Origins) => {
    carry(next, origins);
    onChange(next);
  };
  const put = (index: number, text: string) =>
    change(
      lines.map((line, at) => (at === index ? text : line)),
      lines.map((_line, at) => (at === index ? undefined : at)),
    );
  return (
    <RowsTable
      id={id}
      label={label}
      heads={[label]}
      rows={lines}
      nameOf={(line) => line}
      problem={problem}
      refused={its.problem}
      isDisabled={isDisabled}
      next={lines.length < (field.schema.maxItems ?? Number.POSITIVE_INFINITY) ? '' : undefined}
      onChange={change}
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
              onChange={(_event, text) => put(index, text)}
            />
            <FieldTexts id={own.id} problem={textOf(own.problem)} />
          </>,
        ];
      }}
    />
  );
}
