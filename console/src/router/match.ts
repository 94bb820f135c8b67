import type { ComponentType } from 'react';
import { parse } from 'regexparam';
import type { Place } from './place.ts';

/** The decoded names in an address. */
export type Names = Readonly<Record<string, string>>;

/** What draws a page. `ask` sends its first request, so that the answer comes while the page is drawn. */
export type PageComponent = ComponentType & { ask?: (place: Place, names: Names) => void };

/** A page of the console and its addresses. */
export interface Page {
  /** A path with `:names`, or `*` for all others. */
  path: string;
  /** People who are not signed in may see it too. */
  isOpen?: boolean;
  load: () => Promise<PageComponent>;
}

export interface Match {
  page: Page;
  names: Names;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Finds the first page of an address. The last page must take all. */
export function matcher(pages: readonly Page[]): (pathname: string) => Match {
  const all = pages.map((page) => ({ page, ...parse(page.path) }));
  return (pathname) => {
    for (const { page, pattern, keys } of all) {
      const [, ...values] = pattern.exec(pathname) ?? [];
      if (pattern.test(pathname))
        return { page, names: Object.fromEntries(keys.map((key, at) => [key, decoded(values[at] ?? '')])) };
    }
    throw new Error(`No page takes ${pathname}`);
  };
}
