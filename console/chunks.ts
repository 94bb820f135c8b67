import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Parameters<Extract<Group['name'], (...args: never) => unknown>>[1];

const isBelow = (id: string, file: string) => id.endsWith(`/console/src/${file}`);

/** The modules that a file imports, directly or through others. */
function importedBy(file: string, id: string, graph: Graph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return isBelow(id, file) || info.importers.some((importer) => importedBy(file, importer, graph, seen));
}

type Reach = (needs: (file: string) => boolean) => boolean;

/**
 * The scripts of the console, and the files that need their modules. A module that several scripts need is in the first of them.
 * So a list loads five scripts, where one for each shared module would be a hundred.
 */
const scripts: Record<string, Reach> = {
  // zod learns its settings before the model builds a schema.
  settings: (needs) => needs('main.ts'),
  frame: (needs) => needs('start.tsx'),
  home: (needs) => needs('pages/home/Activity.tsx') || needs('pages/home/ApplicationCards.tsx'),
  work: (needs) => needs('pages/ListPage.tsx') && needs('pages/EditorPage.tsx'),
  list: (needs) => needs('pages/ListPage.tsx'),
  editor: (needs) => needs('pages/EditorPage.tsx') || needs('pages/NewPage.tsx'),
  user: (needs) => needs('pages/user/UserPage.tsx') || needs('pages/Account.tsx'),
};

export const chunks: Group[] = Object.entries(scripts).map(([script, reach], at, { length }) => ({
  name: (id, graph) => (!id.endsWith('.json') && reach((file) => importedBy(file, id, graph)) ? script : null),
  debugName: script,
  priority: length - at,
}));
