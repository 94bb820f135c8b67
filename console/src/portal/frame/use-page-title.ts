import { useEffect } from 'react';

/** Names the page in the browser, and gives it the icon. */
export function usePageTitle(title: string, owner: string, icon: string): void {
  useEffect(() => {
    document.title = `${title} · ${owner}`;
    document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.setAttribute('href', icon);
  }, [title, owner, icon]);
}
