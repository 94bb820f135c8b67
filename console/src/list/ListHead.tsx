import '@patternfly/react-styles/css/components/Check/check.css';
import type { Kind, ListColumn } from '@doorwright/crds';
import { hasOrder } from '@doorwright/crds/derive/orders.ts';
import { memo } from 'react';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { ColumnName } from './ColumnName.tsx';
import type { ChangeList, ListState } from './list-state.ts';
import { actionsClass, checkClass, numberClass } from './table-classes.ts';

interface NamesProps extends Pick<ListState, 'sortField' | 'sortOrder'> {
  kind: Kind;
  columns: readonly ListColumn[];
  hasActions: boolean;
  /** The rows are of one organization. Only these have all orders, where there are very many. */
  isOfOne: boolean;
  onChange: ChangeList;
}

/** Another page leaves them as they are. */
const ColumnNames = memo(function ColumnNames({
  kind,
  columns,
  hasActions,
  isOfOne,
  sortField,
  sortOrder,
  onChange,
}: NamesProps) {
  const { t } = useTranslation();
  const words = useKindWords(kind);
  return (
    <>
      {columns.map(({ field }) => (
        <ColumnName
          key={field}
          title={words.field(field)}
          className={numberClass(kind, field)}
          order={field === sortField ? sortOrder : ''}
          onSort={
            hasOrder(kind, field, { isOfOne }) ? (order) => onChange({ sortField: field, sortOrder: order }) : undefined
          }
        />
      ))}
      {hasActions && (
        <th scope="col" className={`pf-v6-c-table__th ${actionsClass}`}>
          <span className="pf-v6-screen-reader">{t('action')}</span>
        </th>
      )}
    </>
  );
});

interface Props extends NamesProps {
  /** Null if some of its rows are selected. */
  isPageSelected: boolean | null;
  isLoading: boolean;
  onSelectPage: (isOn: boolean) => void;
}

/** The names of the columns, and the box that selects all rows of the page. */
export const ListHead = memo(function ListHead({ isPageSelected, isLoading, onSelectPage, ...names }: Props) {
  const { t } = useTranslation('list');
  return (
    <thead className="pf-v6-c-table__thead">
      <tr className="pf-v6-c-table__tr">
        <th scope="col" className={`pf-v6-c-table__th ${checkClass}`}>
          <div className="pf-v6-c-check pf-m-standalone">
            <input
              ref={(box) => {
                if (box) box.indeterminate = isPageSelected === null;
              }}
              id="select-page"
              type="checkbox"
              className="pf-v6-c-check__input"
              aria-label={t('selectPage')}
              disabled={isLoading}
              checked={isPageSelected === true}
              onChange={({ currentTarget }) => onSelectPage(currentTarget.checked)}
            />
          </div>
        </th>
        <ColumnNames {...names} />
      </tr>
    </thead>
  );
});
