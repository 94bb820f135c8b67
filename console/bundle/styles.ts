import { globSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const required = createRequire(import.meta.url);
const packageFolder = (name: string) => dirname(required.resolve(`${name}/package.json`));

const filesIn = (folder: string, pattern: string) =>
  globSync(pattern, { cwd: folder }).map((file) => join(folder, file));
const read = (file: string) => readFileSync(file, 'utf8');

/** The style sheets of the library's components. */
export const componentSheets = () =>
  filesIn(packageFolder('@patternfly/react-styles'), 'css/{components,layouts,utilities}/**/*.css').sort().map(read);

export const baseSheet = () => read(join(packageFolder('@patternfly/react-core'), 'dist', 'styles', 'base.css'));

/** Our own files, scripts and style sheets. */
export const ownFiles = () => filesIn(join(import.meta.dirname, '..', 'src'), '**/*.{css,ts,tsx}').map(read);

const property = /--pf-[\w-]+/g;

/** The custom properties of the library in a text. */
export const propertiesIn = (text: string): string[] => text.match(property) ?? [];

export const replaceProperties = (text: string, replace: (name: string) => string) =>
  text.replaceAll(property, replace);

/** The custom properties that scripts name, those of the library too: it imports each from a module of its own. */
export function propertiesOfScripts(): Set<string> {
  const tokens = new Set<string>();
  const names = new Set<string>();
  for (const library of ['@patternfly/react-core', '@patternfly/react-table'])
    for (const code of filesIn(packageFolder(library), 'dist/esm/**/*.js').map(read)) {
      for (const [, token] of code.matchAll(/react-tokens\/dist\/esm\/(\w+)/g)) if (token) tokens.add(token);
      for (const name of propertiesIn(code)) names.add(name);
    }
  const folder = join(packageFolder('@patternfly/react-tokens'), 'dist', 'esm');
  const scripts = filesIn(join(import.meta.dirname, '..', 'src'), '**/*.{ts,tsx}');
  for (const file of [...scripts, ...[...tokens].map((token) => join(folder, `${token}.js`))])
    for (const name of propertiesIn(read(file))) names.add(name);
  return names;
}
