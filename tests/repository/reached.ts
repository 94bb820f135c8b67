import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { ResolverFactory } from 'rolldown/experimental';
import { parseSync, Visitor } from 'rolldown/utils';

interface Named {
  imported: string[];
  required: string[];
  addressed: string[];
}

type Text = { type?: string; value?: unknown } | null | undefined;
type Called = { type: string; name?: string; property?: { name?: string } };

/** The names in a file’s syntax, so that comments, texts and types are none. */
function namedIn(file: string): Named {
  const { program } = parseSync(file, readFileSync(file, 'utf8'));
  const named: Named = { imported: [], required: [], addressed: [] };
  const add = (list: string[], text: Text) => {
    if (typeof text?.value === 'string') list.push(text.value);
  };
  const isRequire = (callee: Called) =>
    (callee.type === 'Identifier' ? callee.name : callee.property?.name)?.match(/^(require|resolve)$/);
  const isResolved = ({ type, property }: Called) => type === 'MemberExpression' && property?.name === 'resolve';
  new Visitor({
    ImportDeclaration: ({ importKind, source }) => importKind !== 'type' && add(named.imported, source),
    ExportNamedDeclaration: ({ exportKind, source }) => exportKind !== 'type' && add(named.imported, source),
    ExportAllDeclaration: ({ exportKind, source }) => exportKind !== 'type' && add(named.imported, source),
    ImportExpression: ({ source }) => add(named.imported, source as Text),
    CallExpression({ callee, arguments: [first] }) {
      if (isRequire(callee as Called)) add(named.required, first as Text);
      // `import.meta.resolve` takes the conditions of an import.
      if (isResolved(callee as Called)) add(named.imported, first as Text);
    },
    NewExpression({ callee, arguments: [first] }) {
      if ((callee as Called).name === 'URL') add(named.addressed, first as Text);
    },
  }).visit(program);
  return named;
}

const resolverFor = (condition: string) =>
  new ResolverFactory({
    conditionNames: [condition, 'node', 'node-addons', 'module-sync'],
    extensions: ['.js', '.json', '.node'],
    mainFields: ['main'],
    builtinModules: true,
  });

/** Files that these programs can load, by the parser and the resolver of a bundler. Their manifests are not among them. */
export function reachedFrom(programs: readonly string[]): Set<string> {
  const [imports, requires] = [resolverFor('import'), resolverFor('require')];
  const reached = new Set<string>();
  const left = [...programs];
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (reached.has(file) || !statSync(file, { throwIfNoEntry: false })?.isFile()) continue;
    reached.add(file);
    if (!/^\.[cm]?[jt]s$/.test(extname(file))) continue;
    const folder = dirname(file);
    const { imported, required, addressed } = namedIn(file);
    for (const name of imported) left.push(imports.sync(folder, name).path ?? '');
    for (const name of required) left.push(requires.sync(folder, name).path ?? '');
    for (const name of addressed) left.push(join(folder, name));
  }
  return reached;
}
