import { globSync } from 'node:fs';
import { type Import, isIn, relativeImports } from './relative-imports.ts';

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

/** The rooms of an object. A pass is one request for it. */
const objectRooms: Floors = ['storage', 'rules', 'history', 'references', 'pass'].map((room) => [
  `api/core/objects/${room}`,
]);

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

/** The console has two programs, for administrators and for everybody. */
const consoleRooms: Floors = [['console/src/shared'], ['console/src/portal'], ['console/src/admin']];

const admin = 'console/src/admin';

const adminRooms: Floors = [
  ['kinds.json'],
  ['browser', 'router', 'kinds.ts', 'paths.ts'],
  ['words'],
  ['http'],
  ['session'],
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
].map((rooms) => rooms.map((room) => `${admin}/${room}`));

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
  ['operator/background', 'operator/plan', 'operator/export', 'operator/import'],
  ['operator/process'],
  ['operator/main.ts', 'operator/bin'],
];

/** What is read from other products, and written for them. */
const transfer: Floors = [
  ['transfer/tables'],
  ['transfer/contract.ts'],
  ['transfer/reading'],
  ['transfer/keycloak', 'transfer/casdoor', 'transfer/auth0', 'transfer/csv', 'transfer/export'],
  ['transfer/formats.ts'],
  ['transfer/open-place.ts'],
];

const buildings: readonly Floors[] = [api, objectRooms, signinRooms, consoleRooms, adminRooms, operator, transfer];

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

/** Folders and files of the api, its objects, its sign-in, the console's source and the operator that stand on no floor. */
export const withoutFloor = (root: string): string[] =>
  [
    ...globSync(['api/*.ts', 'api/*/'], { cwd: root, exclude: ['**/node_modules/**'] }).filter(
      (path) => !isPlaced(api, path),
    ),
    ...globSync('api/core/objects/*', { cwd: root }).filter((path) => !isPlaced(objectRooms, path)),
    ...globSync(['api/signin/*.ts', 'api/signin/*/'], { cwd: root }).filter((path) => !isPlaced(signinRooms, path)),
    ...globSync('console/src/*', { cwd: root }).filter((path) => !isPlaced(consoleRooms, path)),
    ...globSync(`${admin}/*`, { cwd: root, exclude: ['**/*.css'] }).filter((path) => !isPlaced(adminRooms, path)),
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
