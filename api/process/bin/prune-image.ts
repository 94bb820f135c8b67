/**
 * Removes from the image what its programs cannot load: `prune-image.ts <folder>`. Each build looks at the imports again, because a
 * list of files would be wrong with the next version of a package. Licences of the packages that stay, stay too, and
 * `sbom.cdx.json` lists these packages.
 */
import {
  existsSync,
  globSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { findPackageJSON } from 'node:module';
import { dirname, join } from 'node:path';
import { billOfMaterials } from './bill-of-materials.ts';
import { loadable } from './loadable.ts';

const programs = [
  'api/main.ts',
  'api/process/bin/{first-start,migrate,rotate-key}.ts',
  'operator/main.ts',
  'operator/bin/uninstall.ts',
  'operator/bin/doorwright/main.ts',
];
/** Found by a name that the program puts together, or served as it is. */
const readByName = [
  'console/{dist,guide/dist}/**',
  'locales/*/*.json',
  'programs/routes/**',
  'node_modules/@fontsource-variable/noto-sans*/files/*-wght-normal.woff2',
  'node_modules/swagger-ui-dist/{swagger-ui.css,swagger-ui-bundle.js,favicon-*.png}',
];
const licence = /^(licen[cs]e|notice|copying)/i;

const [, , folder = ''] = process.argv;
if (!folder || existsSync(join(folder, '.git')))
  throw new Error('This removes files. Name the folder of an image, which is no working tree.');
const root = realpathSync(folder);
const all = (patterns: string[]) => globSync(patterns, { cwd: root }).map((path) => join(root, path));
const kept = loadable(all(programs));
for (const file of all(readByName)) kept.add(file);
const keptFolders = new Set([...kept].map((file) => dirname(file)));

function prune(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) prune(path);
    else if (!(entry.isSymbolicLink() ? isOurPackage(path) : stays(path, entry.name))) rmSync(path);
  }
  if (readdirSync(folder).length === 0) rmdirSync(folder);
}

/** npm links our workspaces into its folder. */
const isOurPackage = (link: string) => existsSync(link) && keptFolders.has(realpathSync(link));

const stays = (path: string, name: string) => kept.has(path) || (licence.test(name) && keptFolders.has(dirname(path)));

/** A package that we declare and nothing names is one whose name a program puts together. */
function refuseUnseenPackages(): void {
  for (const manifest of all(['{api,operator,transfer,crds,locales}/package.json'])) {
    const { dependencies = {} } = JSON.parse(readFileSync(manifest, 'utf8')) as { dependencies?: object };
    for (const name of Object.keys(dependencies)) {
      const found = findPackageJSON(name, manifest);
      if (!found || !kept.has(realpathSync(found)))
        throw new Error(`No import names ${name}, which ${manifest} declares.`);
    }
  }
}

refuseUnseenPackages();
prune(root);
const { version } = JSON.parse(readFileSync(join(root, 'api/package.json'), 'utf8')) as { version: string };
writeFileSync(join(root, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(version, kept), undefined, 1)}\n`);
