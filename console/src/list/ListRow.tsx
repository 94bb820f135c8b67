import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { type ComponentType, memo } from 'react';
import { calledBy } from '../kinds.ts';
import type { Account } from '../session/account.ts';
import { Badges } from '../ui/Badges.tsx';
import { useKindWords } from '../words/kind-words.ts';
import { useTranslation } from '../words/use-translation.ts';
import { Cell, type CellProps } from './Cell.tsx';
import { useKindList } from './kind-list.ts';
import { OpenDetails } from './OpenDetails.tsx';
import { RowActions } from './RowActions.tsx';
import { actionsClass, checkClass, numberClass } from './table-classes.ts';
import { idOf, type Selection } from './use-selection.ts';

interface Props {
  kind: Kind;
  columns: readonly ListColumn[];
  row: Row;
  account: Account | null | undefined;
  isSelected: boolean;
  hasActions: boolean;
  onSelect: Selection['select'];
  /** Opens the details of the row, for kinds without an editor. */
  onOpen: ((row: Row) => void) | undefined;
}

/**
 * One object of a list. The library's cells measure themselves and serve trees and favourites too. A list has hundreds of cells, so it has
 * plain ones in the library's style.
 */
export const ListRow = memo(function ListRow({ kind, columns, row, account, isSelected, onSelect, ...props }: Props) {
  const { hasActions, onOpen } = props;
  const { t } = useTranslation('list');
  const words = useKindWords(kind);
  const { shownWhen = {}, cells = {} } = useKindList();
  const id = `select-${idOf(kind, row)}`;
  const [first] = columns;
  // A link would be within the button.
  const opening = columns.find(({ cell }) => !cell || !['link', 'mail', 'tags'].includes(cell));
  return (
    <tr className={isSelected ? 'pf-v6-c-table__tr pf-m-selected' : 'pf-v6-c-table__tr'}>
      <td className={`pf-v6-c-table__td ${checkClass}`}>
        <div className="pf-v6-c-check pf-m-standalone">
          <input
            id={id}
            type="checkbox"
            className="pf-v6-c-check__input"
            aria-label={t('select', { name: calledBy(kind, row) })}
            checked={isSelected}
            onChange={({ currentTarget }) => onSelect([row], currentTarget.checked)}
          />
        </div>
      </td>
      {columns.map((column) => (
        <td
          key={column.field}
          data-label={words.field(column.field)}
          className={`pf-v6-c-table__td ${numberClass(kind, column.field)}`}
        >
          <OpenDetails onOpen={column === opening && onOpen ? () => onOpen(row) : undefined}>
            {shownWhen[column.field]?.(row) !== false && (
              <RowCell own={cells[column.field]} kind={kind} column={column} row={row} />
            )}
          </OpenDetails>
          {column === first && (
            <>
              {' '}
              <Badges kind={kind} row={row} />
            </>
          )}
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

/** A cell in the form of its kind, or the usual one. */
const RowCell = ({ own: Own, ...cell }: CellProps & { own: ComponentType<{ row: Row }> | undefined }) =>
  Own ? <Own row={cell.row} /> : <Cell {...cell} />;
