import { globSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import { parseSync, Visitor } from 'rolldown/utils';

/** The workspaces that each workspace may import. The others it reaches over HTTP only. */
const mayImport: Record<string, string[]> = {
  crds: [],
  locales: ['crds'],
  api: ['crds', 'locales'],
  transfer: ['crds'],
  programs: [],
  operator: ['crds', 'transfer', 'programs'],
  console: ['crds', 'locales', 'programs'],
  tests: ['crds', 'locales', 'api', 'operator', 'transfer', 'programs', 'console'],
};

/** Packages that only one part of a workspace may import. */
const onlyIn: Record<string, RegExp> = {
  pg: /^(api\/db|api\/core\/sql-reader\/connectors|transfer\/tables|tests)\//,
  mysql2: /^(api\/core\/sql-reader\/connectors|transfer\/tables|tests)\//,
  tedious: /^api\/core\/sql-reader\/connectors\//,
  oracledb: /^api\/core\/sql-reader\/connectors\//,
  knex: /^(api|tests)\//,
  '@kubernetes/client-node': /^(operator\/(runtime|bin\/uninstall\.ts)|tests\/)/,
};

interface Manifest {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
}

/** Every import below `root` that the rules forbid, as sentences. */
export function forbiddenImports(root: string): string[] {
  const files = globSync(`{${Object.keys(mayImport).join(',')}}/**/*.{ts,tsx,mjs}`, {
    cwd: root,
    exclude: (path) => path.includes('node_modules') || isExample(path),
  });
  return files.sort().flatMap((file) =>
    importsOf(file, readFileSync(join(root, file), 'utf8'))
      .map((specifier) => ({ specifier, rule: brokenRule(root, file.split(sep).join('/'), specifier) }))
      .filter(({ rule }) => rule)
      .map(({ specifier, rule }) => `${file} imports ${specifier}: ${rule}`),
  );
}

/** All imports and re-exports of a file: static and dynamic ones, values and types. */
export function importsOf(file: string, source: string): string[] {
  const { program } = parseSync(file, source);
  const found: string[] = [];
  const add = ({ source }: { source: { value?: unknown } | null }) => {
    if (typeof source?.value === 'string') found.push(source.value);
  };
  new Visitor({
    ImportDeclaration: add,
    ExportNamedDeclaration: add,
    ExportAllDeclaration: add,
    ImportExpression: (node) => add(node as { source: { value?: unknown } }),
    TSImportType: (node) => add(node as { source: { value?: unknown } }),
  }).visit(program);
  return found;
}

function brokenRule(root: string, file: string, specifier: string): string | undefined {
  const workspace = file.split('/')[0] as string;
  if (specifier.startsWith('.')) {
    const target = relative(root, join(root, dirname(file), specifier)).split(sep);
    const isInside = target[0] === workspace || (file.endsWith('.mjs') && workspace === 'tests' && target[0] === 'api');
    return isInside ? undefined : `a relative import stays inside ${workspace}`;
  }
  if (specifier.startsWith('node:')) {
    const isPure = workspace === 'crds' ? !isGenerator(file) : /^(console\/src|locales|programs)\//.test(file);
    return isPure ? `${workspace} also runs in the browser, without node:` : undefined;
  }
  // The console's build makes these modules.
  if (specifier.startsWith('virtual:') && workspace === 'console') return undefined;
  if (builtinModules.includes(specifier)) return 'modules of Node are imported with node:';
  return brokenPackageRule(root, file, workspace, packageOf(specifier));
}

function brokenPackageRule(root: string, file: string, workspace: string, name: string): string | undefined {
  const sibling = name.match(/^@doorwright\/(.+)$/)?.[1];
  if (sibling === workspace) return undefined;
  if (sibling && !mayImport[workspace]?.includes(sibling)) return `${workspace} may not import ${sibling}`;
  if (workspace === 'crds' && name !== 'zod' && !(name === 'yaml' && isGenerator(file))) {
    return 'crds depends on zod alone';
  }
  const place = onlyIn[name];
  if (place && !place.test(file)) return `${name} is known to ${place.source} alone`;
  return declared(root, file).has(name) ? undefined : `${workspace}/package.json does not declare ${name}`;
}

/** A program of its own, with dependencies of its own. */
const isExample = (path: string) => /^programs[/\\](?!env)[^/\\.]+[/\\]/.test(path);

const packageOf = (specifier: string) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** The only script of the model. It writes files and never ships. */
const isGenerator = (file: string) => /^crds\/generate(\.ts$|\/)/.test(file);

/** The packages that a file may import: the dependencies of its workspace, and tools of the root if it never ships. */
function declared(root: string, file: string): Set<string> {
  const workspace = file.split('/')[0] as string;
  const folders = workspace === 'tests' || isGenerator(file) ? [workspace, '.'] : [workspace];
  return new Set(
    folders.flatMap((folder) => {
      const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
      const { dependencies, devDependencies }: Manifest = JSON.parse(text);
      return Object.keys({ ...dependencies, ...devDependencies });
    }),
  );
}
