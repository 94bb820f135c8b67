import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type Graph = Parameters<Extract<Group['name'], (...args: never) => unknown>>[1];

/** Does one of the files import the module, directly or through others? */
function isImportedBy(files: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return files.test(id) || info.importers.some((importer) => isImportedBy(files, importer, graph, seen));
}

const lists = /\/pages\/ListPage\.tsx$/;
const editors = /\/pages\/(Editor|New)Page\.tsx$/;
/** The special parts of one kind load after the editor. */
const kindEditors = /\/pages\/[\w-]+\/[\w-]+-editor\.tsx?$/;
const userPages = /\/pages\/user\/UserPage\.tsx$/;

type Reach = (isNeededBy: (files: RegExp) => boolean) => boolean;

/**
 * The scripts of the console, and the files that need their modules. A module that several scripts need is in the first of them.
 * So a list loads five scripts, where one for each shared module would be a hundred.
 */
const scripts: Record<string, Reach> = {
  // It is so small that all else loads, and can fail, under its eyes.
  entry: (isNeededBy) => isNeededBy(/\/src\/main\.ts$/),
  frame: (isNeededBy) => isNeededBy(/\/src\/start\.tsx$/),
  home: (isNeededBy) => isNeededBy(/\/home\/(Activity|ApplicationCards)\.tsx$/),
  work: (isNeededBy) => isNeededBy(lists) && (isNeededBy(editors) || isNeededBy(kindEditors)),
  list: (isNeededBy) => isNeededBy(lists),
  editor: (isNeededBy) => isNeededBy(editors),
  user: (isNeededBy) => isNeededBy(userPages) && !isNeededBy(kindEditors),
};

export const chunks: Group[] = Object.entries(scripts).map(([script, reach], at, { length }) => ({
  name: (id, graph) => (!id.endsWith('.json') && reach((files) => isImportedBy(files, id, graph)) ? script : null),
  debugName: script,
  priority: length - at,
}));
