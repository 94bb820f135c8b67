import { type KeyboardEvent, type PointerEvent, type RefObject, useState } from 'react';

interface Drag {
  from: number;
  /** The place where the row would land now. */
  to: number;
}

const middleOf = (row: Element) => {
  const { top, height } = row.getBoundingClientRect();
  return top + height / 2;
};

/** Moves rows with mouse, pen or finger. The handle keeps the pointer, so the row can leave the table meanwhile. */
export function useRowDrag(body: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag>();
  const end = () => setDrag(undefined);
  const handle = (index: number) => ({
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag({ from: index, to: index });
    },
    onPointerMove({ clientY }: PointerEvent) {
      if (!drag) return;
      const rows = [...(body.current?.querySelectorAll('[data-place]') ?? [])];
      const above = rows.filter((row) => middleOf(row) < clientY).length;
      const to = Math.min(above > drag.from ? above - 1 : above, rows.length - 1);
      rows[to]?.scrollIntoView({ block: 'nearest' });
      if (to !== drag.to) setDrag({ from: drag.from, to });
    },
    onPointerUp() {
      if (drag && drag.to !== drag.from) onMove(drag.from, drag.to);
      end();
    },
    onPointerCancel: end,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Escape' && end(),
  });
  const markOf = (index: number) => {
    if (!drag || drag.from === drag.to) return '';
    if (index === drag.from) return 'row-dragged';
    if (index !== drag.to) return '';
    return drag.to < drag.from ? 'row-drop-before' : 'row-drop-after';
  };
  return { handle, markOf };
}
