import { isIn, relativeImports } from './relative-imports.ts';

/** Which folders and files of one folder import which others of it. */
type Graph = Map<string, Set<string>>;

/** The folders above a file, from its workspace down. */
const foldersOf = (file: string): string[] =>
  file
    .split('/')
    .slice(0, -1)
    .map((_, depth, names) => names.slice(0, depth + 1).join('/'));

/** An import concerns the deepest folder that holds both files. */
function graphs(root: string): Map<string, Graph> {
  const found = new Map<string, Graph>();
  for (const { file, target } of relativeImports(root)) {
    const folder = foldersOf(file).findLast((each) => isIn(target, each));
    if (!folder || file === target) continue;
    const entry = (path: string) => path.slice(folder.length + 1).split('/')[0] as string;
    const graph: Graph = found.get(folder) ?? new Map();
    found.set(folder, graph.set(entry(file), (graph.get(entry(file)) ?? new Set()).add(entry(target))));
  }
  return found;
}

/** All that an entry reaches, directly or through others. */
function reachedFrom(graph: Graph, entry: string): Set<string> {
  const reached = new Set<string>();
  const follow = (from: string): void => {
    for (const next of graph.get(from) ?? []) {
      if (reached.has(next)) continue;
      reached.add(next);
      follow(next);
    }
  };
  follow(entry);
  return reached;
}

/** The loops of a graph: entries that all reach each other. */
function loopsOf(graph: Graph): string[] {
  const reach = new Map([...graph.keys()].map((entry) => [entry, reachedFrom(graph, entry)]));
  const looped = [...reach].filter(([entry, reached]) => reached.has(entry));
  const loops = looped.map(([entry, reached]) => [...reached].filter((other) => reach.get(other)?.has(entry)));
  return [...new Set(loops.map((loop) => loop.sort().join(', ')))];
}

/** Folders and files of one folder that import each other, directly or through others, at every level of the product. */
export const folderLoops = (root: string): string[] =>
  [...graphs(root)].flatMap(([folder, graph]) => loopsOf(graph).map((loop) => `a loop in ${folder}: ${loop}`)).sort();
