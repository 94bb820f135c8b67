import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';

/** The floors of the api, from the bottom. A folder imports folders of lower floors only. */
export const floors: readonly (readonly string[])[] = [
  ['api/db'],
  ['api/core'],
  ['api/http'],
  ['api/kinds', 'api/providers'],
  ['api/signin'],
  ['api/protocol', 'api/features'],
  ['api/background'],
  ['api/process'],
  ['api/main.ts'],
];

/** Folders whose own folders are rooms too. Two rooms of one folder never import each other both ways. */
const divided = ['api', 'api/core', 'api/kinds', 'api/features', 'api/providers', 'api/signin', 'api/protocol'];

interface Import {
  file: string;
  target: string;
  specifier: string;
}

/** The relative imports of the api's files, with the file that each leads to. */
function relativeImports(root: string): Import[] {
  const files = globSync('api/**/*.{ts,mjs}', { cwd: root, exclude: (path) => path.includes('node_modules') });
  return files.sort().flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ file, specifier, target: normalize(join(dirname(file), specifier)) })),
  );
}

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

const placeOf = (file: string) => {
  const floor = floors.findIndex((folders) => folders.some((folder) => isIn(file, folder)));
  return { floor, folder: floors[floor]?.find((folder) => isIn(file, folder)) };
};

/** Imports that lead to a higher floor, or to another folder of the same floor. */
export function upwardImports(root: string): string[] {
  return relativeImports(root)
    .filter(({ file, target }) => {
      const [from, to] = [placeOf(file), placeOf(target)];
      return from.folder !== to.folder && to.floor >= from.floor;
    })
    .map(({ file, specifier }) => `${file} imports ${specifier}, which is not on a lower floor`);
}

const roomIn = (file: string, folder: string): string | undefined => {
  const [name, ...rest] = isIn(file, folder) ? file.slice(folder.length + 1).split('/') : [];
  return rest.length > 0 ? `${folder}/${name}` : undefined;
};

/** Pairs of rooms that import each other. */
export function mutualImports(root: string): string[] {
  const directions = new Set<string>();
  for (const { file, target } of relativeImports(root)) {
    for (const folder of divided) {
      const [from, to] = [roomIn(file, folder), roomIn(target, folder)];
      if (from && to && from !== to) directions.add(`${from} ${to}`);
    }
  }
  const pairs = [...directions].map((direction) => direction.split(' ') as [string, string]);
  return pairs
    .filter(([from, to]) => from < to && directions.has(`${to} ${from}`))
    .map(([from, to]) => `${from} and ${to} import each other`)
    .sort();
}

/** Files and folders at the root of the api. */
export const rootEntries = (root: string): string[] =>
  globSync('api/*', { cwd: root })
    .filter((path) => !path.endsWith('node_modules'))
    .sort();
