import type { Kind, Row } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { Skeleton } from '@patternfly/react-core';
import { InnerScrollContainer, Table, Tbody, Td, Th, Thead, Tr } from '@patternfly/react-table';
import { useTranslation } from 'react-i18next';
import { useKindWords } from '../words/kind-words.ts';
import { Cell } from './Cell.tsx';
import { useKindList } from './kind-list.ts';
import type { ListState } from './list-state.ts';
import './list.css';
import { RowActions, useHasActions } from './RowActions.tsx';

interface Props {
  kind: Kind;
  /** Undefined while the first page loads. */
  rows: Row[] | undefined;
  state: ListState;
  onChange: (change: Partial<ListState>) => void;
}

const idOf = (kind: Kind, row: Row) => `${row.owner}/${row[kind.key]}`;

const fieldOf = (kind: Kind, column: string) => fieldsOf(kind).find(({ name }) => name === column);

/** Sorted secrets would reveal something about their values. */
const isSortable = (kind: Kind, column: string) => !fieldOf(kind, column)?.secret;

/** Aligns numbers by their digits. */
const aligned = (kind: Kind, column: string) =>
  ['integer', 'number'].includes(fieldOf(kind, column)?.type ?? '') ? { className: 'cell-number' } : {};

export function ListTable({ kind, rows, state, onChange }: Props) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  const { shownWhen = {} } = useKindList();
  const hasActions = useHasActions(kind);
  const columns = kind.list?.columns ?? [];
  const sorted = columns.findIndex(({ field }) => field === state.sortField);
  const sortBy = state.sortOrder
    ? { index: sorted, direction: state.sortOrder === 'ascend' ? ('asc' as const) : ('desc' as const) }
    : {};
  return (
    <InnerScrollContainer>
      <Table variant="compact" gridBreakPoint="grid-md" aria-label={words.plural} className="list">
        <Thead>
          <Tr>
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
            {hasActions && <Th screenReaderText={t('action')} {...stuck} />}
          </Tr>
        </Thead>
        <Tbody>
          {rows
            ? rows.map((row) => (
                <Tr key={idOf(kind, row)}>
                  {columns.map((column) => (
                    <Td key={column.field} dataLabel={words.field(column.field)} {...aligned(kind, column.field)}>
                      {shownWhen[column.field]?.(row) !== false && <Cell kind={kind} column={column} row={row} />}
                    </Td>
                  ))}
                  {hasActions && (
                    <Td isActionCell {...stuck}>
                      <RowActions kind={kind} row={row} />
                    </Td>
                  )}
                </Tr>
              ))
            : placeholders.map((key) => (
                <Tr key={key}>
                  <Td colSpan={columns.length + 1}>
                    <Skeleton screenreaderText={t('loading')} />
                  </Td>
                </Tr>
              ))}
        </Tbody>
      </Table>
    </InnerScrollContainer>
  );
}

/** The action column stays visible beside many columns. */
const stuck = { isStickyColumn: true, stickyMinWidth: '3.5rem', stickyRightOffset: '0', hasLeftBorder: true };

const placeholders = [1, 2, 3, 4, 5];
