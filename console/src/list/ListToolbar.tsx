import type { Kind } from '@doorwright/crds';
import { fieldsOf } from '@doorwright/crds/derive/schema.ts';
import { Button, Label, LabelGroup, Toolbar, ToolbarContent, ToolbarGroup, ToolbarItem } from '@patternfly/react-core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isEdited } from '../kinds.ts';
import { mayAdd, useAccount } from '../session/account.ts';
import { focusMain } from '../ui/page-focus.ts';
import { useChoiceWords } from '../words/choice-words.ts';
import { useKindWords } from '../words/kind-words.ts';
import { AddButton } from './AddButton.tsx';
import { ChoiceFilter } from './ChoiceFilter.tsx';
import { ColumnSearch } from './ColumnSearch.tsx';
import { useKindList } from './kind-list.ts';
import type { ListState } from './list-state.ts';

interface Props {
  kind: Kind;
  state: ListState;
  organization?: string;
  pages: ReactNode;
  onChange: (change: Partial<ListState>) => void;
}

/** Search, filters and the Add button. Each active filter shows as a removable label. */
export function ListToolbar({ kind, state, organization, pages, onChange }: Props) {
  const { t } = useTranslation('console');
  const words = useKindWords(kind);
  const account = useAccount();
  const word = useChoiceWords();
  const { groups, Beside } = useKindList();
  const columns = kind.list?.columns ?? [];
  const clear = () => {
    onChange({ field: '', value: '' });
    // The pressed button disappears with its label.
    focusMain();
  };
  const isChosen = columns.some(({ field, filter }) => field === state.field && filter);
  const shown = isChosen ? word(state.value) : state.value;
  // A typed address can contain any value.
  const isKnown = fieldsOf(kind).some(({ name }) => name === state.field);
  const column = isKnown ? words.field(state.field) : t('unknownColumn');
  const isAddable = account && mayAdd(kind, account);
  return (
    <Toolbar>
      <ToolbarContent>
        <ToolbarItem>
          <ColumnSearch kind={kind} state={state} onChange={onChange} />
        </ToolbarItem>
        {columns.some(({ filter }) => filter) && (
          <ToolbarGroup variant="filter-group">
            {columns.map(({ field, filter }) =>
              filter ? (
                <ToolbarItem key={field}>
                  <ChoiceFilter
                    title={words.field(field)}
                    choices={filter}
                    {...(groups?.[field] && { groups: groups[field] })}
                    chosen={state.field === field ? state.value : ''}
                    onChoose={(value) => onChange({ field: value && field, value })}
                  />
                </ToolbarItem>
              ) : null,
            )}
          </ToolbarGroup>
        )}
        {isAddable && isEdited(kind) && (
          <ToolbarItem>
            <AddButton kind={kind} {...(organization && { organization })} />
          </ToolbarItem>
        )}
        {isAddable && Beside && (
          <ToolbarItem>
            <Beside {...(organization && { organization })} />
          </ToolbarItem>
        )}
        <ToolbarItem variant="pagination" align={{ default: 'alignEnd' }}>
          {pages}
        </ToolbarItem>
      </ToolbarContent>
      {state.value && (
        <ToolbarContent>
          <ToolbarItem variant="label-group">
            <LabelGroup categoryName={state.field && column}>
              <Label closeBtnAriaLabel={`${t('common:close')} ${shown}`} onClose={clear}>
                {shown}
              </Label>
            </LabelGroup>
          </ToolbarItem>
          <ToolbarItem alignSelf="center">
            <Button variant="link" isInline onClick={clear}>
              {t('clearFilters')}
            </Button>
          </ToolbarItem>
        </ToolbarContent>
      )}
    </Toolbar>
  );
}
