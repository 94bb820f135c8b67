import type { Plugin } from 'vite';
import {
  baseSheet,
  componentSheets,
  ownFiles,
  propertiesIn,
  propertiesOfScripts,
  replaceProperties,
} from './styles.ts';

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function wordOf(number: number): string {
  const rest = Math.floor(number / letters.length);
  return (rest ? wordOf(rest - 1) : '') + letters[number % letters.length];
}

/** Short names for the custom properties of the library, the most frequent first. Names that scripts use or begin stay as they are. */
function shortNames(): Map<string, string> {
  const counts = new Map<string, number>();
  for (const text of [baseSheet(), ...componentSheets(), ...ownFiles()])
    for (const name of propertiesIn(text)) counts.set(name, (counts.get(name) ?? 0) + 1);
  const kept = [...propertiesOfScripts()];
  const names = [...counts.keys()].filter((name) => !kept.some((each) => name.startsWith(each)));
  names.sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || (a < b ? -1 : 1));
  return new Map(names.map((name, number) => [name, `--${wordOf(number)}`]));
}

let names: Map<string, string> | undefined;

/** PatternFly's custom properties have names of up to 90 letters, a third of the weight of its sheets. */
export const withShortNames: Plugin = {
  name: 'with-short-names',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.css$/ },
    handler(css) {
      names ??= shortNames();
      const known = names;
      return { code: replaceProperties(css, (name) => known.get(name) ?? name), map: null };
    },
  },
};
