import type { Kind } from '@doorwright/crds';
import { Button, Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import { ColumnsIcon } from '@patternfly/react-icons/dist/esm/icons/columns-icon';
import { memo, type ReactNode, useState } from 'react';
import { isEdited } from '../kinds.ts';
import { mayAdd, useAccount } from '../session/account.ts';
import { lazyDialog } from '../ui/lazy-dialog.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { AddButton } from './AddButton.tsx';
import { BulkActions } from './BulkActions.tsx';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { ColumnSearch } from './ColumnSearch.tsx';
import { CreatedFilter } from './CreatedFilter.tsx';
import { FilterLabels } from './FilterLabels.tsx';
import { useKindList } from './kind-list.ts';
import { type ChangeList, type ListState, useFilters } from './list-state.ts';
import { NamedFilters } from './NamedFilters.tsx';
import { inMenu } from './named-filters.ts';
import { SavedFilters } from './SavedFilters.tsx';
import type { useColumns } from './use-columns.ts';
import type { Selection } from './use-selection.ts';

const ColumnsDialog = lazyDialog([], async () => (await import('./ColumnsDialog.tsx')).ColumnsDialog);

interface Props {
  kind: Kind;
  organization: string | undefined;
  columns: ReturnType<typeof useColumns>;
  selection: Selection;
  pages: ReactNode;
  /** How many rows the list finds. */
  total: number;
  onChange: ChangeList;
}

/** Search, filters and Add; while rows are selected, the actions for these rows stand in their place. */
export const ListToolbar = memo(function ListToolbar({
  kind,
  organization,
  columns,
  selection,
  pages,
  total,
  onChange,
}: Props) {
  const isSelecting = selection.rows.length > 0;
  const filters = useFilters(kind);
  return (
    <Toolbar>
      <ToolbarContent>
        {isSelecting ? (
          <BulkActions kind={kind} selection={selection} state={filters} organization={organization} total={total} />
        ) : (
          <ListTools kind={kind} state={filters} organization={organization} columns={columns} onChange={onChange} />
        )}
        <ToolbarItem variant="pagination" align={{ default: 'alignEnd' }}>
          {pages}
        </ToolbarItem>
      </ToolbarContent>
      <FilterLabels kind={kind} state={filters} onChange={onChange} />
    </Toolbar>
  );
});

/** Rows and pages come and go below it without a change. */
const ListTools = memo(function ListTools({
  kind,
  state,
  organization,
  columns,
  onChange,
}: Omit<Props, 'selection' | 'pages' | 'total'> & { state: ListState }) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const account = useAccount();
  const { groups, Beside, Filters } = useKindList();
  const [isChoosing, setChoosing] = useState(false);
  const all = kind.list?.columns ?? [];
  const hasMenu = inMenu(kind).length > 0;
  const isAddable = account && mayAdd(kind, account);
  const within = organization ? { organization } : {};
  return (
    <>
      <ToolbarItem className="list-search">
        <ColumnSearch kind={kind} state={state} onChange={onChange} />
      </ToolbarItem>
      <ToolbarGroup variant="filter-group" className="list-filters">
        {Filters && <Filters state={state} onChange={onChange} />}
        {all.map(({ field, filter }) =>
          filter ? (
            <ToolbarItem key={field}>
              <ChoiceFilter
                title={words.field(field)}
                choices={filter}
                {...(groups?.[field] && { groups: groups[field] })}
                chosen={state.equals[field] ?? (state.field === field ? state.value : '')}
                onChoose={(value) =>
                  kind.list?.equals?.includes(field)
                    ? onChange({ equals: { ...state.equals, [field]: value } })
                    : onChange({ field: value && field, value })
                }
              />
            </ToolbarItem>
          ) : null,
        )}
        {hasMenu && (
          <ToolbarItem>
            <NamedFilters kind={kind} state={state} onChange={onChange} />
          </ToolbarItem>
        )}
        {!hasMenu && all.some(({ field }) => field === 'createdTime') && (
          <ToolbarItem>
            <CreatedFilter title={words.field('createdTime')} range={state} onChoose={onChange} />
          </ToolbarItem>
        )}
      </ToolbarGroup>
      {isAddable && isEdited(kind) && (
        <ToolbarItem>
          <AddButton kind={kind} {...within} />
        </ToolbarItem>
      )}
      {isAddable && Beside && (
        <ToolbarItem>
          <Beside {...within} />
        </ToolbarItem>
      )}
      <ToolbarGroup variant="action-group-plain">
        <ToolbarItem>
          <Button
            variant="plain"
            icon={<ColumnsIcon />}
            aria-label={t('columns.title')}
            title={t('columns.title')}
            onClick={() => setChoosing(true)}
          />
        </ToolbarItem>
        <ToolbarItem>
          <SavedFilters kind={kind} />
        </ToolbarItem>
      </ToolbarGroup>
      {isChoosing && (
        <ColumnsDialog
          kind={kind}
          chosen={columns.columns.map(({ field }) => field)}
          usual={columns.usual}
          onChoose={columns.choose}
          onClose={() => setChoosing(false)}
        />
      )}
    </>
  );
});
