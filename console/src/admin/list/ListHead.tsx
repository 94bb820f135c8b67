import type { Kind, ListColumn } from '@doorwright/crds';
import { hasOrder } from '@doorwright/crds/derive/orders.ts';
import { Checkbox } from '@patternfly/react-core';
import { Th, Thead, type ThProps, Tr } from '@patternfly/react-table';
import { memo } from 'react';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import type { ChangeList, ListState } from './list-state.ts';
import { checkClass, numberClass, stuck } from './table-classes.ts';

interface Props extends Pick<ListState, 'sortField' | 'sortOrder'> {
  kind: Kind;
  columns: readonly ListColumn[];
  hasActions: boolean;
  /** The rows are of one organization. Only these have all orders, where there are very many. */
  isOfOne: boolean;
  /** Null if some of its rows are selected. */
  isPageSelected: boolean | null;
  isLoading: boolean;
  onSelectPage: (isOn: boolean) => void;
  onChange: ChangeList;
}

/** The names of the columns, and the box that selects all rows of the page. */
export const ListHead = memo(function ListHead({ kind, columns, hasActions, isOfOne, onChange, ...props }: Props) {
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const { sortField, sortOrder, isPageSelected, isLoading, onSelectPage } = props;
  const sorted = columns.findIndex(({ field }) => field === sortField);
  const sortBy = sortOrder ? ({ index: sorted, direction: sortOrder === 'ascend' ? 'asc' : 'desc' } as const) : {};
  const orderBy = (field: string, columnIndex: number): Pick<ThProps, 'sort'> =>
    hasOrder(kind, field, { isOfOne })
      ? {
          sort: {
            columnIndex,
            sortBy,
            onSort: (_event, _index, direction) =>
              onChange({ sortField: field, sortOrder: direction === 'asc' ? 'ascend' : 'descend' }),
          },
        }
      : {};
  return (
    <Thead>
      <Tr>
        <Th className={checkClass}>
          <Checkbox
            id="select-page"
            aria-label={t('selectPage')}
            isDisabled={isLoading}
            isChecked={isPageSelected}
            onChange={(_event, isOn) => onSelectPage(isOn)}
          />
        </Th>
        {columns.map(({ field }, at) => (
          <Th key={field} modifier="nowrap" className={numberClass(kind, field)} {...orderBy(field, at)}>
            {words.field(field)}
          </Th>
        ))}
        {hasActions && <Th screenReaderText={t('common:action')} {...stuck} />}
      </Tr>
    </Thead>
  );
});
