import { ArrowsAltVIcon } from '@patternfly/react-icons/dist/esm/icons/arrows-alt-v-icon';
import { LongArrowAltDownIcon } from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-down-icon';
import { LongArrowAltUpIcon } from '@patternfly/react-icons/dist/esm/icons/long-arrow-alt-up-icon';
import type { ListState } from './list-state.ts';

interface Props {
  title: string;
  className: string;
  /** How the list is sorted by this column, if it is. */
  order: ListState['sortOrder'];
  /** Sorts by this column, unless it cannot be sorted by. */
  onSort: ((order: 'ascend' | 'descend') => void) | undefined;
}

const icons = { ascend: LongArrowAltUpIcon, descend: LongArrowAltDownIcon, '': ArrowsAltVIcon };

/** The head of a column. The library's own measures itself each time that the table is drawn. */
export function ColumnName({ title, className, order, onSort }: Props) {
  const Icon = icons[order];
  const own = `pf-v6-c-table__th pf-m-nowrap ${className}`;
  if (!onSort)
    return (
      <th scope="col" className={own}>
        {title}
      </th>
    );
  return (
    <th
      scope="col"
      className={`${own} pf-v6-c-table__sort ${order && 'pf-m-selected'}`}
      {...(order && { 'aria-sort': `${order}ing` as const })}
    >
      <button
        type="button"
        className="pf-v6-c-table__button"
        onClick={() => onSort(order === 'ascend' ? 'descend' : 'ascend')}
      >
        <div className="pf-v6-c-table__button-content">
          <span className="pf-v6-c-table__text">{title}</span>
          <span className="pf-v6-c-table__sort-indicator">
            <Icon />
          </span>
        </div>
      </button>
    </th>
  );
}
