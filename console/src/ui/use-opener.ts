import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** What somebody goes by who cannot see the page, and dialogs, which keep the keyboard within them. */
const parts = '[role=dialog], [role=region], main, header';

/** As high as a list is where there is room for it, and in between its padding and what it opens from. */
const usualHeight = 300;
const between = 28;

/** How high a list may be, above or below what it opens from: on a low screen it would reach behind what stands there. */
function heightFor(toggle: Element | null): string {
  const place = toggle?.getBoundingClientRect();
  const frame = toggle?.closest('main')?.getBoundingClientRect();
  if (!place) return `${usualHeight}px`;
  const top = Math.max(0, frame?.top ?? 0);
  const bottom = Math.min(innerHeight, frame?.bottom ?? innerHeight);
  const room = Math.max(place.top - top, bottom - place.bottom) - between;
  return `${Math.max(between, Math.min(usualHeight, room))}px`;
}

/**
 * For what opens a list or a menu over the page. It hangs within the part of the page that it belongs to: on the page's body, where the library would
 * hang it, it belongs to nothing, and no dialog would let the keyboard go there.
 */
export function useOpener(onTurn: (isOpen: boolean) => void = () => {}) {
  const toggleRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [maxMenuHeight, setHeight] = useState('');
  const turn = (next: boolean) => {
    if (next) setHeight(heightFor(toggleRef.current));
    setOpen(next);
    onTurn(next);
  };
  const focus = () => (toggleRef.current?.querySelector('input') ?? toggleRef.current)?.focus();
  useEffect(() => {
    if (!isOpen) return;
    // Whatever it opened over would be closed by the same Escape.
    const leave = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      turn(false);
      focus();
    };
    document.addEventListener('keydown', leave, true);
    return () => document.removeEventListener('keydown', leave, true);
  });
  const onKeyDown = (event: KeyboardEvent) => {
    if (isOpen || event.key !== 'ArrowDown') return;
    event.preventDefault();
    event.stopPropagation();
    turn(true);
  };
  const appendTo = () => toggleRef.current?.closest<HTMLElement>(parts) ?? document.body;
  /** What the library's lists and menus take. */
  const menu = { isOpen, isScrollable: true, maxMenuHeight, popperProps: { appendTo, preventOverflow: true } };
  return { isOpen, turn, focus, onKeyDown, toggleRef, menu };
}
