import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { RowButtons, rowButtonId } from './RowButtons.tsx';
import './rows.css';

interface Props<T> {
  id: string;
  label: string;
  heads: readonly string[];
  rows: readonly T[];
  /** One cell for each head. */
  cellsOf: (row: T, index: number) => ReactNode[];
  isDisabled: boolean;
  /** The values of a new row, or undefined if no further row is possible. */
  next: T | undefined;
  onChange: (rows: T[]) => void;
}

const focus = (...ids: string[]) => {
  const found = ids.map((id) => document.getElementById(id)).find((each) => each && !each.matches(':disabled'));
  found?.focus();
};

/** An ordered table: rows can be added, moved and removed. The focus follows a moved row. */
export function RowsTable<T>({ id, label, heads, rows, cellsOf, isDisabled, next, onChange }: Props<T>) {
  const { t } = useTranslation();
  const addId = `${id}-add`;
  const body = useRef<HTMLTableSectionElement>(null);
  // After each render, because only then the moved row is at its new place.
  const focusNext = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    focusNext.current?.();
    focusNext.current = undefined;
  });

  function move(index: number, by: -1 | 1) {
    const moved = [...rows];
    moved.splice(index + by, 0, ...moved.splice(index, 1));
    const [same, other] = by === 1 ? (['down', 'up'] as const) : (['up', 'down'] as const);
    focusNext.current = () => focus(rowButtonId(id, index + by, same), rowButtonId(id, index + by, other));
    onChange(moved);
  }
  function remove(index: number) {
    const last = rows.length - 2;
    focusNext.current = () => focus(rowButtonId(id, Math.min(index, last), 'delete'), addId);
    onChange(rows.filter((_row, at) => at !== index));
  }
  function add(row: T) {
    focusNext.current = () => {
      const control = body.current?.lastElementChild?.querySelector('input, button, textarea');
      if (control instanceof HTMLElement) control.focus();
    };
    onChange([...rows, row]);
  }

  return (
    <>
      {rows.length > 0 && (
        <Table
          variant="compact"
          // Wide tables become cards sooner, so that the buttons of a row stay visible.
          gridBreakPoint={heads.length > 6 ? 'grid-2xl' : 'grid-lg'}
          aria-label={label}
          className="rows"
        >
          <Thead>
            <Tr>
              {heads.map((head) => (
                // With one column, the label of the field is enough.
                <Th key={head} modifier="wrap" {...(heads.length === 1 && { screenReaderText: head })}>
                  {heads.length > 1 && head}
                </Th>
              ))}
              <Th screenReaderText={t('action')} />
            </Tr>
          </Thead>
          <Tbody ref={body}>
            {rows.map((row, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its values say nothing about who it is
              <Tr key={index}>
                {cellsOf(row, index).map((cell, at) => (
                  <Td key={heads[at]} {...(heads.length > 1 && { dataLabel: heads[at] ?? '' })}>
                    {cell}
                  </Td>
                ))}
                <Td isActionCell>
                  <RowButtons
                    id={id}
                    index={index}
                    isLast={index === rows.length - 1}
                    isDisabled={isDisabled}
                    onMove={(by) => move(index, by)}
                    onDelete={() => remove(index)}
                  />
                </Td>
              </Tr>
            ))}
          </Tbody>
        </Table>
      )}
      <Button
        id={addId}
        variant="secondary"
        size="sm"
        isDisabled={isDisabled || next === undefined}
        aria-label={`${t('add')}: ${label}`}
        onClick={() => next !== undefined && add(next)}
      >
        {t('add')}
      </Button>
    </>
  );
}
