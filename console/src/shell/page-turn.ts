import { useEffect, useRef } from 'react';
import { useLocation, useNavigationType } from 'react-router';

/** What the page is about, apart from what surrounds it. */
export const mainId = 'main';

const main = () => document.getElementById(mainId);

/** For the keyboard, when what had it is gone. */
export const focusMain = () => main()?.focus();

/** How far down each address was when it was left. */
const depths = new Map<string, number>();

const noteDepth = () => depths.set(location.pathname + location.search, main()?.scrollTop ?? 0);

/**
 * A new page begins at its top, one that is returned to where it was left. It has the keyboard if what had it went with the
 * page before.
 */
export function usePageTurn(): void {
  const { pathname, search, state } = useLocation();
  const isReturn = useNavigationType() === 'POP' || state?.isReturn === true;
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
