import { Td, Tr } from '@patternfly/react-table';
import type { ReactNode } from 'react';
import { RowButtons } from './RowButtons.tsx';
import { RowHandle } from './RowHandle.tsx';
import { RowToggle } from './RowToggle.tsx';
import type { useRowDrag } from './use-row-drag.ts';

interface Props {
  /** The id of the table. */
  id: string;
  index: number;
  count: number;
  name: string;
  heads: readonly string[];
  cells: readonly ReactNode[];
  isDisabled: boolean;
  isOrdered: boolean;
  /** Undefined if the cells are controls, and the row has no form. */
  isOpen: boolean | undefined;
  isWrong: boolean;
  drag: ReturnType<typeof useRowDrag>;
  onToggle: () => void;
  onMove: (to: number, by: 'up' | 'down' | 'move') => void;
  onDelete: () => void;
}

/** One row: its handle, its name and values, and its buttons. */
export function RowLine({ id, index, count, name, heads, cells, isDisabled, isOrdered, isOpen, ...its }: Props) {
  const { isWrong, drag, onToggle, onMove, onDelete } = its;
  const [first, ...rest] = cells;
  const hasForm = isOpen !== undefined;
  return (
    <Tr data-place={index + 1} className={drag.markOf(index)}>
      {isOrdered && (
        <Td className="row-grip">
          <RowHandle
            id={`${id}-${index}-move`}
            name={name}
            index={index}
            count={count}
            isDisabled={isDisabled || count === 1}
            drag={drag.handle(index)}
            onMove={(to) => onMove(to, 'move')}
          />
        </Td>
      )}
      <Td className="row-name" {...(heads.length > 1 && !hasForm && { dataLabel: heads[0] ?? '' })}>
        {hasForm ? (
          <RowToggle
            id={`${id}-${index}`}
            name={name}
            place={index + 1}
            isOpen={isOpen}
            isWrong={isWrong}
            onToggle={onToggle}
          />
        ) : (
          first
        )}
      </Td>
      {rest.map((cell, at) => (
        <Td key={heads[at + 1]} dataLabel={heads[at + 1] ?? ''}>
          {cell}
        </Td>
      ))}
      <Td isActionCell className="row-actions">
        <RowButtons
          id={id}
          index={index}
          isLast={index === count - 1}
          isOrdered={isOrdered}
          isDisabled={isDisabled}
          onMove={(by) => onMove(index + by, by === 1 ? 'down' : 'up')}
          onDelete={onDelete}
        />
      </Td>
    </Tr>
  );
}
