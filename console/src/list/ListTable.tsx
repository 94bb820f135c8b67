import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/fields.ts';
import { Checkbox } from '@patternfly/react-core';
import { InnerScrollContainer, Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import type { ComponentType } from 'react';
import { calledBy } from '../kinds.ts';
import { Badges } from '../ui/Badges.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Cell, type CellProps } from './Cell.tsx';
import { useKindList } from './kind-list.ts';
import type { ListState } from './list-state.ts';
import './list.css';
import { OpenDetails } from './OpenDetails.tsx';
import { RowActions, useHasActions } from './RowActions.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { idOf, type Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  columns: readonly ListColumn[];
  /** Undefined while the page loads. */
  rows: readonly Row[] | undefined;
  state: ListState;
  selection: Selection;
  onChange: (change: Partial<ListState>) => void;
  /** Opens the details of a row, for kinds without an editor. */
  onOpen: ((row: Row) => void) | undefined;
}

const fieldOf = (kind: Kind, column: string) => fieldsOf(kind).find(({ name }) => name === column);

/** A list sorted by a secret would reveal something about it. */
const isSortable = (kind: Kind, column: string) => {
  const field = fieldOf(kind, column);
  return !field?.secret && !field?.computed;
};

/** Digits stand below each other. */
const aligned = (kind: Kind, column: string) =>
  ['integer', 'number'].includes(fieldOf(kind, column)?.type ?? '') ? { className: 'cell-number' } : {};

export function ListTable({ kind, columns, rows, state, selection, onChange, onOpen }: Props) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const { shownWhen = {}, cells = {} } = useKindList();
  const hasActions = useHasActions(kind);
  const sorted = columns.findIndex(({ field }) => field === state.sortField);
  const sortBy = state.sortOrder
    ? { index: sorted, direction: state.sortOrder === 'ascend' ? ('asc' as const) : ('desc' as const) }
    : {};
  const [first] = columns;
  // A link would be within the button.
  const opening = columns.find(({ cell }) => !cell || !['link', 'mail', 'tags'].includes(cell));
  const selectedHere = rows?.filter(selection.has).length ?? 0;
  const isPageSelected = selectedHere > 0 && (selectedHere === rows?.length || null);
  return (
    <InnerScrollContainer>
      <Table variant="compact" gridBreakPoint="grid-md" aria-label={words.plural} className="list">
        <Thead>
          <Tr>
            <Th className={check}>
              <Checkbox
                id="select-page"
                aria-label={t('selectPage')}
                isDisabled={!rows}
                isChecked={isPageSelected}
                onChange={(_event, isOn) => rows && selection.select(rows, isOn)}
              />
            </Th>
            {columns.map(({ field }, columnIndex) => (
              <Th
                key={field}
                modifier="nowrap"
                {...aligned(kind, field)}
                {...(isSortable(kind, field) && {
                  sort: {
                    columnIndex,
                    sortBy,
                    onSort: (_event, _index, direction) =>
                      onChange({ sortField: field, sortOrder: direction === 'asc' ? 'ascend' : 'descend' }),
                  },
                })}
              >
                {words.field(field)}
              </Th>
            ))}
            {hasActions && <Th screenReaderText={t('common:action')} {...stuck} />}
          </Tr>
        </Thead>
        <Tbody>
          {!rows && <SkeletonRows count={state.pageSize} columns={columns.length} hasActions={hasActions} />}
          {rows?.map((row) => (
            <Tr key={idOf(kind, row)} isRowSelected={selection.has(row)}>
              <Td className={check}>
                <Checkbox
                  id={`select-${idOf(kind, row)}`}
                  aria-label={t('select', { name: calledBy(kind, row) })}
                  isChecked={selection.has(row)}
                  onChange={(_event, isOn) => selection.select([row], isOn)}
                />
              </Td>
              {columns.map((column) => (
                <Td key={column.field} dataLabel={words.field(column.field)} {...aligned(kind, column.field)}>
                  <OpenDetails onOpen={column === opening && onOpen ? () => onOpen(row) : undefined}>
                    {shownWhen[column.field]?.(row) !== false && (
                      <RowCell own={cells[column.field]} kind={kind} column={column} row={row} />
                    )}
                  </OpenDetails>
                  {column === first && <Badges kind={kind} row={row} />}
                </Td>
              ))}
              {hasActions && (
                <Td isActionCell {...stuck}>
                  <RowActions kind={kind} row={row} />
                </Td>
              )}
            </Tr>
          ))}
        </Tbody>
      </Table>
    </InnerScrollContainer>
  );
}

/** A cell in the form of its kind, or the usual one. */
const RowCell = ({ own: Own, ...cell }: CellProps & { own: ComponentType<{ row: Row }> | undefined }) =>
  Own ? <Own row={cell.row} /> : <Cell {...cell} />;

/** PatternFly's own checkboxes of a table have English labels only. */
const check = 'pf-v6-c-table__check';

/** The actions of a row stay in view, however many columns there are. */
const stuck = { isStickyColumn: true, stickyMinWidth: '3.5rem', stickyRightOffset: '0' };
