import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** What the page is about, apart from what surrounds it. */
export const mainId = 'main';

/** For the keyboard, when what had it is gone. */
export const focusMain = () => document.getElementById(mainId)?.focus();

/** A new page begins at its top, and has the keyboard if what had it went with the page before. */
export function usePageTurn(): void {
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    document.getElementById(mainId)?.scrollTo(0, 0);
    if (document.activeElement === document.body) focusMain();
  }, [pathname]);
}
