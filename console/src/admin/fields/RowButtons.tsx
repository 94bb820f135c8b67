import { Button } from '@patternfly/react-core';
import { ArrowDownIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-down-icon';
import { ArrowUpIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-up-icon';
import { TrashIcon } from '@patternfly/react-icons/dist/esm/icons/trash-icon';
import type { ReactElement } from 'react';
import { useTranslation } from '../words/use-translation.ts';

export type RowDeed = 'move' | 'up' | 'down' | 'delete';

export const rowButtonId = (table: string, index: number, deed: RowDeed) => `${table}-${index}-${deed}`;

interface Props {
  /** The label of the table. */
  id: string;
  index: number;
  isLast: boolean;
  isOrdered: boolean;
  isDisabled: boolean;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
}

export function RowButtons({ id, index, isLast, isOrdered, isDisabled, onMove, onDelete }: Props) {
  const { t } = useTranslation();
  const button = (deed: RowDeed, icon: ReactElement, isOff: boolean, act: () => void) => (
    <Button
      id={rowButtonId(id, index, deed)}
      variant="plain"
      size="sm"
      icon={icon}
      // People count from 1.
      aria-label={`${t(deed)} ${index + 1}`}
      isDisabled={isDisabled || isOff}
      onClick={act}
    />
  );
  return (
    <span className="row-buttons">
      {isOrdered && button('up', <ArrowUpIcon />, index === 0, () => onMove(-1))}
      {isOrdered && button('down', <ArrowDownIcon />, isLast, () => onMove(1))}
      {button('delete', <TrashIcon />, false, onDelete)}
    </span>
  );
}
