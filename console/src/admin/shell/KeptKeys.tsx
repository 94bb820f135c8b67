import { type RefObject, useEffect } from 'react';

/** Keeps what somebody types while the quick search loads, so that its box begins with it. */
export function KeptKeys({ typed }: { typed: RefObject<string> }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key.length === 1) typed.current += event.key;
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1);
      else return;
      event.preventDefault();
    };
    addEventListener('keydown', keep);
    return () => removeEventListener('keydown', keep);
  }, [typed]);
  return null;
}
