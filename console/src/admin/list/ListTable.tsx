import './list.css';
import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { InnerScrollContainer, Table, Tbody } from '@patternfly/react-table';
import { useCallback, useMemo, useRef } from 'react';
import { isGlobalAdmin, useAccount } from '../session/account.ts';
import { useKindWords } from '../words/kind-words.ts';
import { ListHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import type { ChangeList, ListState } from './list-state.ts';
import { useHasActions } from './RowActions.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { numberClass } from './table-classes.ts';
import { idOf, type Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  organization: string | undefined;
  columns: readonly ListColumn[];
  /** Undefined while the page loads. */
  rows: readonly Row[] | undefined;
  state: ListState;
  selection: Selection;
  onChange: ChangeList;
  /** Opens the details of a row, for kinds without an editor. */
  onOpen: ((row: Row) => void) | undefined;
  /** The row whose details are open. */
  opened: string | undefined;
}

export function ListTable({ kind, organization, columns, rows, state, selection, onChange, onOpen, opened }: Props) {
  const words = useKindWords(kind);
  const account = useAccount();
  const hasActions = useHasActions(kind, account);
  // biome-ignore lint/correctness/useExhaustiveDependencies: The words of a kind never change.
  const shown = useMemo(
    () =>
      columns.map((column) => ({
        ...column,
        title: words.field(column.field),
        className: numberClass(kind, column.field),
      })),
    [kind, columns],
  );
  const selectedHere = rows?.filter(selection.has).length ?? 0;
  const { select } = selection;
  const present = useRef(rows);
  present.current = rows;
  const selectPage = useCallback((isOn: boolean) => select(present.current ?? [], isOn), [select]);
  return (
    <InnerScrollContainer>
      <Table variant="compact" aria-label={words.plural} className="list">
        <ListHead
          kind={kind}
          columns={columns}
          hasActions={hasActions}
          isOfOne={organization !== undefined || !(account && isGlobalAdmin(account))}
          sortField={state.sortField}
          sortOrder={state.sortOrder}
          isPageSelected={selectedHere > 0 && (selectedHere === rows?.length || null)}
          isLoading={!rows}
          onSelectPage={selectPage}
          onChange={onChange}
        />
        <Tbody>
          {!rows && <SkeletonRows count={state.pageSize} columns={columns.length} hasActions={hasActions} />}
          {rows?.map((row) => (
            <ListRow
              key={idOf(kind, row)}
              kind={kind}
              columns={shown}
              row={row}
              account={account}
              isSelected={selection.has(row)}
              hasActions={hasActions}
              onSelect={select}
              onOpen={onOpen}
              isOpen={opened === idOf(kind, row)}
            />
          ))}
        </Tbody>
      </Table>
    </InnerScrollContainer>
  );
}
