import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from '../words/use-translation.ts';
import { rowButtonId } from './RowButtons.tsx';
import type { Origins } from './use-row-problems.ts';

interface Table<T> {
  id: string;
  rows: readonly T[];
  nameOf: (row: T, index: number) => string;
  formOf?: unknown;
  body: RefObject<HTMLElement | null>;
  onChange: (rows: T[], origins: Origins) => void;
}

const focus = (...ids: string[]) => {
  const found = ids.map((id) => document.getElementById(id)).find((each) => each && !each.matches(':disabled'));
  found?.focus();
};

const moved = <T>(rows: readonly T[], from: number, to: number): T[] => {
  const others = rows.filter((_row, index) => index !== from);
  return [...others.slice(0, to), ...rows.slice(from, from + 1), ...others.slice(to)];
};

const opposite = { up: 'down', down: 'up', move: 'move' } as const;

/** The changes of a table. The focus and the open row follow, and screen readers announce each change. */
export function useRowChanges<T>({ id, rows, nameOf, formOf, body, onChange }: Table<T>) {
  const { t } = useTranslation('editor');
  const [open, setOpen] = useState<number>();
  const [said, say] = useState('');
  const addId = `${id}-add`;
  const places = rows.map((_row, index) => index);
  // After each render, because only then the moved row is at its new place.
  const focusNext = useRef<(() => void) | undefined>(undefined);
  useEffect(() => {
    focusNext.current?.();
    focusNext.current = undefined;
  });
  const nameAt = (index: number) =>
    rows
      .slice(index, index + 1)
      .map(nameOf)
      .join();

  function change(next: T[], origins: Origins) {
    const at = open === undefined ? -1 : origins.indexOf(open);
    setOpen(at < 0 ? undefined : at);
    onChange(next, origins);
  }
  return {
    open,
    setOpen,
    said,
    addId,
    /** `by` is the button that has the focus. At the end of the table, the opposite one gets it. */
    move(from: number, to: number, by?: keyof typeof opposite) {
      if (by) focusNext.current = () => focus(rowButtonId(id, to, by), rowButtonId(id, to, opposite[by]));
      say(t('rows.moved', { name: nameAt(from), place: to + 1, count: rows.length }));
      change(moved(rows, from, to), moved(places, from, to));
    },
    remove(index: number) {
      const last = rows.length - 2;
      focusNext.current = () => focus(rowButtonId(id, Math.min(index, last), 'delete'), addId);
      say(t('rows.removed', { name: nameAt(index) }));
      change(
        rows.filter((_row, at) => at !== index),
        places.filter((at) => at !== index),
      );
    },
    add(row: T) {
      focusNext.current = () => {
        const control = body.current?.lastElementChild?.querySelector<HTMLElement>(controls);
        control?.focus();
      };
      say(t('rows.added', { place: rows.length + 1 }));
      change([...rows, row], [...places, undefined]);
      if (formOf) setOpen(rows.length);
    },
  };
}

/** What a user fills in first in a new row. The handle is not. */
const controls = ':is(input, textarea, button):not(.row-handle)';
