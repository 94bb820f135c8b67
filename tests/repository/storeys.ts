import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { importsOf } from './imports.ts';

/** A building is a list of floors, from the bottom. A folder imports folders of lower floors only. */
type Floors = readonly (readonly string[])[];

const api: Floors = [
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

/** The rooms of sign-in. Each endpoint is a door. */
const signinRooms: Floors = [
  ['locks', 'place'],
  ['contracts', 'passkeys', 'passwords', 'codes', 'captcha', 'credentials', 'notices'],
  ['factors', 'signup', 'recovery', 'links', 'browser'],
  ['services'],
  ['methods', 'prompt'],
  ['steps', 'callers'],
  ['targets'],
  ['pipeline'],
  ['doors'],
].map((rooms) => rooms.map((room) => `api/signin/${room}`));

const source = 'console/src';

/** The console, with its second program, the portal. */
const consoleFloors: Floors = [
  ['browser', 'passkeys', 'router', 'kinds.ts', 'paths.ts'],
  ['words'],
  ['http'],
  ['session', 'portal'],
  ['ui'],
  ['fields', 'yaml', 'delete'],
  ['list', 'editor'],
  ['search'],
  ['pages'],
  ['shell'],
  ['page-list.ts'],
  ['routes.tsx'],
  ['start.tsx'],
  ['main.ts'],
].map((folders) => folders.map((folder) => `${source}/${folder}`));

/** The operator. Its runtime knows no kind, and its reconcilers know no cluster. */
const operator: Floors = [
  ['operator/runtime', 'operator/settings'],
  ['operator/api'],
  ['operator/reconcilers/core'],
  ['operator/reconcilers/references', 'operator/reconcilers/secrets'],
  ['operator/reconcilers/pass'],
  ['operator/reconcilers/kinds'],
  ['operator/reconcilers/index.ts'],
  ['operator/manifests'],
  ['operator/background', 'operator/plan', 'operator/export'],
  ['operator/process'],
  ['operator/main.ts', 'operator/bin'],
];

const buildings: readonly Floors[] = [api, signinRooms, consoleFloors, operator];

/** The file types and folders that the checks read. */
const sources = ['api/**/*.{ts,mjs}', `${source}/**/*.{ts,tsx}`, 'operator/**/*.ts'];

/** Folders whose own folders are rooms too. Two rooms of one folder never import each other both ways. */
const divided = [
  'api',
  'api/core',
  'api/kinds',
  'api/features',
  'api/providers',
  'api/signin',
  'api/protocol',
  source,
  `${source}/pages`,
  'operator',
  'operator/runtime',
  'operator/reconcilers',
];

interface Import {
  file: string;
  target: string;
  specifier: string;
}

/** The relative imports of all files, with the file that each leads to. */
function relativeImports(root: string): Import[] {
  const files = globSync(sources, { cwd: root, exclude: (path) => path.includes('node_modules') });
  return files.sort().flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => ({ file, specifier, target: normalize(join(dirname(file), specifier)) })),
  );
}

const isIn = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`);

const placeIn = (floors: Floors, file: string) => {
  const floor = floors.findIndex((folders) => folders.some((folder) => isIn(file, folder)));
  return { floor, folder: floors[floor]?.find((folder) => isIn(file, folder)) };
};

function isUpward(floors: Floors, { file, target }: Import): boolean {
  const [from, to] = [placeIn(floors, file), placeIn(floors, target)];
  return from.floor >= 0 && from.folder !== to.folder && to.floor >= from.floor;
}

/** Imports that lead to a higher floor, or to another folder of the same floor. */
export function upwardImports(root: string): string[] {
  return relativeImports(root)
    .filter((each) => buildings.some((floors) => isUpward(floors, each)))
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

/** Folders and files of the api, its sign-in, the console's source and the operator that stand on no floor. */
export const withoutFloor = (root: string): string[] =>
  [
    ...globSync(['api/*.ts', 'api/*/'], { cwd: root, exclude: ['**/node_modules/**'] }).filter(
      (path) => !isPlaced(api, path),
    ),
    ...globSync(['api/signin/*.ts', 'api/signin/*/'], { cwd: root }).filter((path) => !isPlaced(signinRooms, path)),
    ...globSync(`${source}/*`, { cwd: root, exclude: ['**/*.css'] }).filter((path) => !isPlaced(consoleFloors, path)),
    ...globSync(['operator/**/*.ts'], { cwd: root, exclude: ['**/node_modules/**'] }).filter(
      (path) => !isPlaced(operator, path),
    ),
  ].sort();

const isPlaced = (floors: Floors, path: string) => placeIn(floors, path).floor >= 0;

/** Files and folders at the root of the api. */
export const rootEntries = (root: string): string[] =>
  globSync('api/*', { cwd: root })
    .filter((path) => !path.endsWith('node_modules'))
    .sort();
