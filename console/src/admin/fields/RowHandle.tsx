import { Button } from '@patternfly/react-core';
import { GripVerticalIcon } from '@patternfly/react-icons/dist/esm/icons/grip-vertical-icon';
import type { KeyboardEvent } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import type { useRowDrag } from './use-row-drag.ts';

interface Props {
  id: string;
  /** The name of the row. */
  name: string;
  index: number;
  count: number;
  isDisabled: boolean;
  drag: ReturnType<ReturnType<typeof useRowDrag>['handle']>;
  onMove: (to: number) => void;
}

const targets: Record<string, (index: number, last: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
};

/** Moves its row: dragged, or with the arrow keys. */
export function RowHandle({ id, name, index, count, isDisabled, drag, onMove }: Props) {
  const { t } = useTranslation('editor');
  const onKeyDown = (event: KeyboardEvent) => {
    drag.onKeyDown(event);
    const to = targets[event.key]?.(index, count - 1);
    if (to === undefined) return;
    // The page does not scroll.
    event.preventDefault();
    if (to !== index && to >= 0 && to < count) onMove(to);
  };
  return (
    <Button
      id={id}
      variant="plain"
      size="sm"
      className="row-handle"
      icon={<GripVerticalIcon />}
      aria-label={t('rows.move', { place: index + 1, name })}
      title={t('rows.help')}
      isDisabled={isDisabled}
      {...drag}
      onKeyDown={onKeyDown}
    />
  );
}
