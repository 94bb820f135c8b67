import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

const required = createRequire(import.meta.url);

/** PatternFly's list of its names, each with the folder of its module. */
const foldersOf = (library: string): Record<string, string> =>
  JSON.parse(readFileSync(required.resolve(`${library}/dist/dynamic-modules.json`), 'utf8'));

const libraries = ['@patternfly/react-core', '@patternfly/react-table'];
const folders = Object.fromEntries(libraries.map((library) => [library, foldersOf(library)]));
const fromLibrary = new RegExp(`import \\{([^}]*)\\} from ["'](${libraries.join('|')})["'];?`, 'g');

function deep(specifier: string, library: string): string {
  const name = specifier.split(' as ')[0]?.trim() ?? '';
  const folder = folders[library]?.[name]?.replace('/dynamic/', '/esm/');
  if (!folder) throw new Error(`${library} has no module of ${name}`);
  return `import { ${specifier} } from '${library}/${folder}/index.js';`;
}

/** Imports each component of PatternFly from its own module. Through the library's index, every page would seem to need all of them. */
export const deepImports: Plugin = {
  name: 'deep-imports',
  apply: 'build',
  enforce: 'post',
  transform: (code, id) =>
    id.includes('/node_modules/')
      ? undefined
      : code.replaceAll(fromLibrary, (_import, names: string, library: string) =>
          names
            .split(',')
            .filter((name) => name.trim())
            .map((name) => deep(name.trim(), library))
            .join(' '),
        ),
};
