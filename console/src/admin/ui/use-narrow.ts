import { useSyncExternalStore } from 'react';

/** Below this width the library lays drawers over the page. */
const narrow = window.matchMedia('(max-width: 47.99rem)');

function subscribe(onChange: () => void) {
  narrow.addEventListener('change', onChange);
  return () => narrow.removeEventListener('change', onChange);
}

/** Tells whether an open drawer covers the page, so that nothing below it may take the focus. */
export const useNarrow = () => useSyncExternalStore(subscribe, () => narrow.matches);
