import { useEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import type { PageState } from '../router/page.ts';

/** The main content of the page. */
export const mainId = 'main';

const main = () => document.getElementById(mainId);

/** Takes the focus when the focused element is gone. */
export const focusMain = () => main()?.focus();

/** The scroll position of each address when the user left it. */
const depths = new Map<string, number>();

const noteDepth = () => depths.set(location.pathname + location.search, main()?.scrollTop ?? 0);

/** Scrolls a new page to its top, and a page of the history to its last position. Moves the focus if its element is gone. */
export function usePageFocus(): void {
  const { pathname, search, state } = useLocation();
  const isOfHistory = useNavigationType() === NavigationType.Pop;
  const isReturn = isOfHistory || (state as PageState | null)?.isReturn === true;
  const shown = useRef(pathname);
  useEffect(() => {
    const scrolled = main();
    scrolled?.addEventListener('scroll', noteDepth, { passive: true });
    return () => scrolled?.removeEventListener('scroll', noteDepth);
  }, []);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    main()?.scrollTo(0, isReturn ? (depths.get(pathname + search) ?? 0) : 0);
    if (document.activeElement === document.body) focusMain();
  }, [pathname, search, isReturn]);
}
