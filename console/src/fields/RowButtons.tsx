import { Button } from '@patternfly/react-core';
import { ArrowDownIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-down-icon';
import { ArrowUpIcon } from '@patternfly/react-icons/dist/esm/icons/arrow-up-icon';
import { TrashIcon } from '@patternfly/react-icons/dist/esm/icons/trash-icon';
import { useTranslation } from 'react-i18next';

interface Props {
  /** Counted from 1, as people do. */
  place: number;
  isFirst: boolean;
  isLast: boolean;
  isDisabled: boolean;
  onMove: (by: -1 | 1) => void;
  onDelete: () => void;
}

export function RowButtons({ place, isFirst, isLast, isDisabled, onMove, onDelete }: Props) {
  const { t } = useTranslation();
  return (
    <span className="row-buttons">
      <Button
        variant="plain"
        size="sm"
        icon={<ArrowUpIcon />}
        aria-label={`${t('up')} ${place}`}
        isDisabled={isDisabled || isFirst}
        onClick={() => onMove(-1)}
      />
      <Button
        variant="plain"
        size="sm"
        icon={<ArrowDownIcon />}
        aria-label={`${t('down')} ${place}`}
        isDisabled={isDisabled || isLast}
        onClick={() => onMove(1)}
      />
      <Button
        variant="plain"
        size="sm"
        icon={<TrashIcon />}
        aria-label={`${t('delete')} ${place}`}
        isDisabled={isDisabled}
        onClick={onDelete}
      />
    </span>
  );
}
