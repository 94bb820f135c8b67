import type { Kind, ListColumn, Row } from '@doorwright/crds';
import { Button, Checkbox } from '@patternfly/react-core';
import { Td, Tr } from '@patternfly/react-table';
import { memo } from 'react';
import { calledBy } from '../kinds.ts';
import type { Account } from '../session/account.ts';
import { Badges, hasBadges } from '../ui/Badges.tsx';
import { useTranslation } from '../words/use-translation.ts';
import { contentOf, useCellWords } from './Cell.tsx';
import { useKindList } from './kind-list.ts';
import { RowActions } from './RowActions.tsx';
import { checkClass, stuck } from './table-classes.ts';
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

/** One object of a list. */
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
    <Tr isRowSelected={isSelected} {...(isOpen && { className: 'is-open' })}>
      <Td className={checkClass}>
        <Checkbox
          id={`select-${idOf(kind, row)}`}
          aria-label={t('select', { name: calledBy(kind, row) })}
          isChecked={isSelected}
          onChange={(_event, isOn) => onSelect([row], isOn)}
        />
      </Td>
      {columns.map((column) => (
        <Td key={column.field} dataLabel={column.title} className={column.className}>
          {column === opener ? (
            <Button variant="link" isInline isExpanded={isOpen} onClick={() => onOpen?.(row)}>
              {content(column)}
            </Button>
          ) : (
            content(column)
          )}
          {column === first && ' '}
          {column === first && hasBadges(kind, row) && <Badges kind={kind} row={row} />}
        </Td>
      ))}
      {hasActions && (
        <Td isActionCell {...stuck}>
          <RowActions kind={kind} row={row} account={account} />
        </Td>
      )}
    </Tr>
  );
});
