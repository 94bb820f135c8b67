import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { memo } from 'react';
import { calledBy } from '../kinds.ts';
import type { Account } from '../session/account.ts';
import { Badges, hasBadges } from '../ui/Badges.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { contentOf, useCellWords } from './Cell.tsx';
import { useKindList } from './kind-list.ts';
import { opening } from './opening.tsx';
import { RowActions } from './RowActions.tsx';
import { actionsClass, checkClass } from './table-classes.ts';
import { idOf, type Selection } from './use-selection.ts';

/** A column with what all of its cells have. */
export interface ShownColumn extends ListColumn {
  title: string;
  className: string;
}

interface Props {
  kind: Kind;
  columns: readonly ShownColumn[];
  row: Row;
  account: Account | null | undefined;
  isSelected: boolean;
  hasActions: boolean;
  onSelect: Selection['select'];
  /** Opens the details of the row, for kinds without an editor. */
  onOpen: ((row: Row) => void) | undefined;
  isOpen: boolean;
}

/** A link would be within the button. */
const mayOpen = ({ cell }: ListColumn) => !cell || !['link', 'mail', 'tags'].includes(cell);

/**
 * One object of a list. The library's cells measure themselves and serve trees and favourites too. A list has hundreds of cells, so it has
 * plain ones in the library's style. The elements of a row may show another object later (`use-row-keys.ts`).
 */
export const ListRow = memo(function ListRow({ kind, columns, row, account, isSelected, onSelect, ...props }: Props) {
  const { hasActions, onOpen, isOpen } = props;
  const { t } = useTranslation('list');
  const words = useCellWords();
  const { shownWhen = {}, cells = {} } = useKindList();
  const [first] = columns;
  const opener = onOpen && columns.find(mayOpen);
  const content = (column: ShownColumn) => {
    if (shownWhen[column.field]?.(row) === false) return false;
    const Own = cells[column.field];
    return Own ? <Own row={row} /> : contentOf({ kind, column, row }, words);
  };
  return (
    <tr className={`pf-v6-c-table__tr${isSelected ? ' pf-m-selected' : ''}${isOpen ? ' is-open' : ''}`}>
      <td className={`pf-v6-c-table__td ${checkClass}`}>
        <div className="pf-v6-c-check pf-m-standalone">
          <input
            id={`select-${idOf(kind, row)}`}
            type="checkbox"
            className="pf-v6-c-check__input"
            aria-label={t('select', { name: calledBy(kind, row) })}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect([row], currentTarget.checked)}
          />
        </div>
      </td>
      {columns.map((column) => (
        <td key={column.field} data-label={column.title} className={column.className}>
          {column === opener ? opening(isOpen, () => onOpen?.(row), content(column)) : content(column)}
          {column === first && ' '}
          {column === first && hasBadges(kind, row) && <Badges kind={kind} row={row} />}
        </td>
      ))}
      {hasActions && (
        <td className={`pf-v6-c-table__td pf-v6-c-table__action ${actionsClass}`}>
          <RowActions kind={kind} row={row} account={account} />
        </td>
      )}
    </tr>
  );
});
