import { useEffect } from 'react';
import { mainId } from '../ui/page-focus.ts';

/** The end of the page, such as the pages of a list, stays in sight while a toast takes room from the page. */
export function useKeptEnd(): void {
  useEffect(() => {
    const main = document.getElementById(mainId);
    if (!main) return;
    let height = main.clientHeight;
    const observer = new ResizeObserver(() => {
      const wasAtEnd = main.scrollTop + height >= main.scrollHeight - 1;
      if (wasAtEnd && main.clientHeight < height) main.scrollTop = main.scrollHeight;
      height = main.clientHeight;
    });
    observer.observe(main);
    return () => observer.disconnect();
  }, []);
}
