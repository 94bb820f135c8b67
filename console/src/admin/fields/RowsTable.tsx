import { Button } from '@patternfly/react-core';
import { Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { Fragment, type ReactNode, useRef, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { isTyped, type Problem, within } from './problem.ts';
import { RowLine } from './RowLine.tsx';
import './rows.css';
import { useRowChanges } from './use-row-changes.ts';
import { useRowDrag } from './use-row-drag.ts';
import type { Origins } from './use-row-problems.ts';

interface Props<T> {
  id: string;
  label: string;
  heads: readonly string[];
  rows: readonly T[];
  nameOf: (row: T, index: number) => string;
  /** One cell for each head. */
  cellsOf: (row: T, index: number) => ReactNode[];
  /** The form of a row, which opens below it. Without one, the cells are controls. */
  formOf?: (row: T, index: number) => ReactNode;
  /** The errors of the rows. */
  problem?: Problem | undefined;
  /** The errors of the last save. The first of them opens its row. */
  refused?: Problem | undefined;
  isDisabled: boolean;
  /** A user can change the order of the rows. */
  isOrdered?: boolean;
  /** The values of a new row, or undefined if no further row is possible. */
  next: T | undefined;
  onChange: (rows: T[], origins: Origins) => void;
}

/** A table whose rows can be added, opened, moved and removed. */
export function RowsTable<T>(props: Props<T>) {
  const { id, label, heads, rows, nameOf, cellsOf, formOf, problem, refused } = props;
  const { isDisabled, isOrdered = true, next } = props;
  const { t } = useTranslation('editor');
  const body = useRef<HTMLTableSectionElement>(null);
  const { open, setOpen, said, move, remove, add, addId } = useRowChanges({ ...props, body });
  const drag = useRowDrag(body, move);

  // In the same render, so that the focus can go to the control with the error.
  const [seen, see] = useState<Problem>();
  if (refused !== seen) {
    see(refused);
    const wrong = refused && !isTyped(refused) ? rows.findIndex((_row, index) => within(refused, index)) : -1;
    if (wrong >= 0) setOpen(wrong);
  }
  const layout = formOf ? 'rows-opening' : heads.length > 1 ? 'rows-wide' : 'rows-lines';
  return (
    <div className="rows-box">
      <span role="status" className="pf-v6-screen-reader">
        {said}
      </span>
      {rows.length > 0 && (
        <Table variant="compact" gridBreakPoint="" aria-label={label} className={`rows ${layout}`}>
          <Thead>
            <Tr>
              {isOrdered && <Th screenReaderText={t('rows.order')} className="row-grip-head" />}
              {heads.map((head) => (
                // With one column, the label of the field is enough.
                <Th key={head} modifier="wrap" {...(heads.length === 1 && { screenReaderText: head })}>
                  {heads.length > 1 && head}
                </Th>
              ))}
              <Th screenReaderText={t('common:action')} />
            </Tr>
          </Thead>
          <Tbody ref={body}>
            {rows.map((row, index) => {
              const isOpen = formOf && open === index;
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place; its values say nothing about who it is
                <Fragment key={index}>
                  <RowLine
                    id={id}
                    index={index}
                    count={rows.length}
                    name={nameOf(row, index)}
                    heads={heads}
                    cells={cellsOf(row, index)}
                    isDisabled={isDisabled}
                    isOrdered={isOrdered}
                    isOpen={isOpen}
                    isWrong={within(problem, index) !== undefined}
                    drag={drag}
                    onToggle={() => setOpen(isOpen ? undefined : index)}
                    onMove={(to, by) => move(index, to, by)}
                    onDelete={() => remove(index)}
                  />
                  {isOpen && (
                    <Tr className="row-form" id={`${id}-${index}-form`}>
                      <Td colSpan={heads.length + (isOrdered ? 2 : 1)}>{formOf(row, index)}</Td>
                    </Tr>
                  )}
                </Fragment>
              );
            })}
          </Tbody>
        </Table>
      )}
      <Button
        id={addId}
        variant="secondary"
        size="sm"
        isDisabled={isDisabled || next === undefined}
        aria-label={`${t('common:add')}: ${label}`}
        onClick={() => next !== undefined && add(next)}
      >
        {t('common:add')}
      </Button>
    </div>
  );
}
