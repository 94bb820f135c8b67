import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** Elements that contain the focus: landmarks and dialogs. */
const parts = '[role=dialog], [role=region], main, header';

/** The usual height of a list, and the space between it and its toggle. */
const usualHeight = 300;
const between = 28;

/** The height that fits above or below the toggle. A low window would otherwise cut the list off. */
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
 * For controls that open a list or menu. The list is attached within the landmark or dialog of its toggle. The library would attach
 * it to the body, where it belongs to no landmark and a dialog's focus trap excludes it.
 */
export function usePopup(onTurn: (isOpen: boolean) => void = () => {}) {
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
    // The same Escape would also close the dialog below.
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
  /** The properties for the library's lists and menus. */
  const menu = { isOpen, isScrollable: true, maxMenuHeight, popperProps: { appendTo, preventOverflow: true } };
  return { isOpen, turn, focus, onKeyDown, toggleRef, menu };
}
