import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';

const token = /(--pf-t--[\w-]+):[^;{}]*(;|(?=\}))/g;

/** Themes that we do not offer, the largest of them as large as the one that we do. */
const otherThemes = /:root:where\([^)]*-(felt|glass|high-contrast)[^)]*\)\s*\{[^}]*\}/g;

/** The console uses the fonts of the system. */
const fonts = /@font-face\s*\{[^}]*\}/g;

const namesIn = (text: string) => text.match(/--pf-[\w-]+/g) ?? [];

/** The tokens that the library's components and our own files name. */
function namedTokens(): Set<string> {
  const styles = dirname(createRequire(import.meta.url).resolve('@patternfly/react-styles/package.json'));
  const components = globSync('css/{components,layouts,utilities}/**/*.css', { cwd: styles }).map((file) =>
    join(styles, file),
  );
  const own = globSync('src/**/*.{css,ts,tsx}', { cwd: import.meta.dirname }).map((file) =>
    join(import.meta.dirname, file),
  );
  return new Set([...components, ...own].flatMap((file) => namesIn(readFileSync(file, 'utf8'))));
}

/** Removes definitions of tokens that nothing names, then of those that only these named. */
function withoutUnused(css: string): string {
  const named = namedTokens();
  let before: string;
  let rest = css;
  do {
    before = rest;
    const used = new Set([...rest.matchAll(/var\((--pf-[\w-]+)/g)].map(([, name]) => name));
    rest = rest.replaceAll(token, (definition, name) => (named.has(name) || used.has(name) ? definition : ''));
  } while (rest !== before);
  return rest;
}

/** PatternFly's base sheet holds every token of every theme. The console loads those that it uses. */
export const smallBaseCss: Plugin = {
  name: 'small-base-css',
  enforce: 'pre',
  transform: (css, id) =>
    id.includes('/react-core/dist/styles/base.css')
      ? withoutUnused(css.replaceAll(otherThemes, '').replaceAll(fonts, ''))
      : undefined,
};
