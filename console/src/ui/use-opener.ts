import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** What somebody goes by who cannot see the page, and dialogs, which keep the keyboard within them. */
const parts = '[role=dialog], [role=region], main, header';

/**
 * For what opens a list or a menu over the page. It hangs within the part of the page that it belongs to: on the page's body, where the library would
 * hang it, it belongs to nothing, and no dialog would let the keyboard go there.
 */
export function useOpener(onTurn: (isOpen: boolean) => void = () => {}) {
  const toggleRef = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const turn = (next: boolean) => {
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
  return { isOpen, turn, focus, onKeyDown, toggleRef, popperProps: { appendTo, preventOverflow: true } };
}
