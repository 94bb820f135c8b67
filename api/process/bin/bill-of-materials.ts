import { readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';

interface Manifest {
  name?: string;
  version?: string;
  license?: string | { type: string };
}

/** The package.json of an installed package, but not those that only say the kind of a folder of modules. */
const isPackage = (file: string) => {
  const folder = dirname(dirname(file));
  const holder = basename(folder).startsWith('@') ? dirname(folder) : folder;
  return basename(file) === 'package.json' && basename(holder) === 'node_modules';
};

function componentOf(file: string) {
  const { name = '', version = '', license } = JSON.parse(readFileSync(file, 'utf8')) as Manifest;
  const said = typeof license === 'object' ? license.type : license;
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return { type: 'library', name, version, purl, ...(said && { licenses: [licenceOf(said)] }) };
}

/** CycloneDX has one field for an identifier or words, and another for an expression such as `(MIT OR Apache-2.0)`. */
const licenceOf = (license: string) =>
  / (OR|AND|WITH) /.test(license) ? { expression: license } : { license: { name: license } };

/** What packages are among these files, in CycloneDX. It has no time and no serial number, so that each build writes the same. */
export function billOfMaterials(version: string, files: Iterable<string>): object {
  const found = [...files].filter(isPackage).map(componentOf);
  const unique = new Map(found.map((each) => [each.purl, each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', name: 'doorwright', version } },
    components: [...unique.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
  };
}
