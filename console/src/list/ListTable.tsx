import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { InnerScrollContainer, Table, Tbody } from '@patternfly/react-table';
import { useCallback, useRef } from 'react';
import { useAccount } from '../session/account.ts';
import { useKindWords } from '../words/kind-words.ts';
import { ListHead } from './ListHead.tsx';
import { ListRow } from './ListRow.tsx';
import type { ChangeList, ListState } from './list-state.ts';
import './list.css';
import { useHasActions } from './RowActions.tsx';
import { SkeletonRows } from './SkeletonRows.tsx';
import { idOf, type Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  columns: readonly ListColumn[];
  /** Undefined while the page loads. */
  rows: readonly Row[] | undefined;
  state: ListState;
  selection: Selection;
  onChange: ChangeList;
  /** Opens the details of a row, for kinds without an editor. */
  onOpen: ((row: Row) => void) | undefined;
}

export function ListTable({ kind, columns, rows, state, selection, onChange, onOpen }: Props) {
  const words = useKindWords(kind);
  const account = useAccount();
  const hasActions = useHasActions(kind, account);
  const selectedHere = rows?.filter(selection.has).length ?? 0;
  const { select } = selection;
  const present = useRef(rows);
  present.current = rows;
  const selectPage = useCallback((isOn: boolean) => select(present.current ?? [], isOn), [select]);
  return (
    <InnerScrollContainer>
      <Table variant="compact" gridBreakPoint="grid-md" aria-label={words.plural} className="list">
        <ListHead
          kind={kind}
          columns={columns}
          hasActions={hasActions}
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
              columns={columns}
              row={row}
              account={account}
              isSelected={selection.has(row)}
              hasActions={hasActions}
              onSelect={select}
              onOpen={onOpen}
            />
          ))}
        </Tbody>
      </Table>
    </InnerScrollContainer>
  );
}
