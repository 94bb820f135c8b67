import type { Plugin } from 'vite';
import { componentSheets, ownFiles, propertiesIn } from './styles.ts';

const token = /(--pf-t--[\w-]+):[^;{}]*(;|(?=\}))/g;

/** Themes that we do not offer, the largest of them as large as the one that we do. */
const otherThemes = /:root:where\([^)]*-(felt|glass|high-contrast)[^)]*\)\s*\{[^}]*\}/g;

/** The console uses the fonts of the system. */
const fonts = /@font-face\s*\{[^}]*\}/g;

/** They draw icons with a font of the library. The console draws each icon as a picture of its own. */
const iconFont = /(?<=^|\}|\*\/)\s*\.pf-v6-pficon[^{}]*\{[^}]*\}/g;

/** The tokens that the library's components and our own files name. */
const namedTokens = () => new Set([...componentSheets(), ...ownFiles()].flatMap(propertiesIn));

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
      ? withoutUnused([otherThemes, fonts, iconFont].reduce((rest, each) => rest.replaceAll(each, ''), css))
      : undefined,
};
