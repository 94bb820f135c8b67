/** The headings of a built page. On a page of errors each one is a code, and its anchor. */
const headings = /<h2 [^>]*?\bid="([\w-]+)"/g;

/** The first page explains how to read an error, so its headings are no codes. */
const overview = 'index.html';

/**
 * Where the guide explains each error: `locked` is at `sign-in#locked`, relative to `/docs/errors/`. `pages` are the texts of the built
 * pages by their names in the folder `errors`, such as `sign-in.html`. So the guide alone says which page has which code.
 */
export const errorPages = (pages: Readonly<Record<string, string>>): ReadonlyMap<string, string> =>
  new Map(
    Object.entries(pages)
      .filter(([name]) => name.endsWith('.html') && name !== overview)
      .flatMap(([name, html]) =>
        [...html.matchAll(headings)].map(
          ([, code = '']) => [code, `${name.slice(0, -'.html'.length)}#${code}`] as const,
        ),
      ),
  );
