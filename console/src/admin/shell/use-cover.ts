import { useEffect } from 'react';
import { mainId } from '../ui/page-focus.ts';
import { useNarrow } from '../ui/use-narrow.ts';

/** The open menu, in a window where it lies over the page. */
const menu = '#page-sidebar[aria-hidden="false"]';
const liesOver = '(max-width: 74.99rem)';

/** The focus never goes below the notifications or the menu, where nobody sees it. */
export function useCover(isOpen: boolean): void {
  const isCovered = useNarrow() && isOpen;
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (!main) return;
    main.inert = isCovered;
    // The library closes the menu when the page is touched.
    const close = () => {
      if (window.matchMedia(liesOver).matches && document.querySelector(menu))
        main.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    };
    main.addEventListener('focusin', close);
    return () => main.removeEventListener('focusin', close);
  }, [isCovered]);
}
