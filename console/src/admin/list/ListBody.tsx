import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { Button } from '@patternfly/react-core';
import { memo } from 'react';
import type { Page } from '../http/read-page.ts';
import { FailedState } from '../ui/FailedState.tsx';
import { focusMain } from '../ui/page-focus.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ListTable } from './ListTable.tsx';
import { type ChangeList, isLimited, type ListState, unlimited } from './list-state.ts';
import { NoRows } from './NoRows.tsx';
import { Pages } from './Pages.tsx';
import type { Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  organization: string | undefined;
  columns: readonly ListColumn[];
  /** Undefined while it loads. */
  page: Page | undefined;
  /** Known before the page if the search is the same. */
  total: number | undefined;
  error: Error | null;
  state: ListState;
  selection: Selection;
  onChange: ChangeList;
  onTurn: (change: { page: number } | { pageSize: number }) => void;
  onRetry: () => void;
  onOpen: ((row: Row) => void) | undefined;
  /** The row whose details are open. */
  opened: string | undefined;
}

/** The table with its pages, or the reason why there is none. */
export const ListBody = memo(function ListBody({
  kind,
  organization,
  page,
  total,
  error,
  onTurn,
  onRetry,
  ...table
}: Props) {
  const { t } = useTranslation('console');
  const { state, onChange } = table;
  const isFiltered = isLimited(state);
  const clear = (change: Partial<ListState>) => {
    onChange(change);
    // The pressed button disappears.
    focusMain();
  };
  if (error)
    return (
      <FailedState error={error} onRetry={onRetry}>
        {/* The server may have refused the filters of the address. */}
        {(isFiltered || state.field || state.sortField) && (
          <Button variant="link" onClick={() => clear({ ...unlimited, sortField: '', sortOrder: '' })}>
            {t('clearFilters')}
          </Button>
        )}
      </FailedState>
    );
  if (page?.total === 0)
    return <NoRows kind={kind} organization={organization} isFiltered={isFiltered} onClear={() => clear(unlimited)} />;
  return (
    <>
      <ListTable kind={kind} organization={organization} rows={page?.rows} {...table} />
      {total !== undefined && <Pages kind={kind} state={state} total={total} onChange={onTurn} />}
    </>
  );
});
