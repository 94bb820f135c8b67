import type { Rolldown } from 'vite';

export type Group = Rolldown.CodeSplittingGroup;
export type Graph = Parameters<Extract<Group['name'], (...args: never) => unknown>>[1];

/** Does one of the files import the module, directly or through others? */
export function isImportedBy(files: RegExp, id: string, graph: Graph, seen = new Set<string>()): boolean {
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
/** They load when somebody opens their tab. */
const tabParts = /\/(yaml\/YamlView|preview\/PagePreview)\.tsx$/;
const declared = /\/declared\/Declared\.tsx$/;
const dialogs = /\/(delete|list|ui)\/\w+Dialog\.tsx$/;
const editorDialogs = /\/editor\/\w+Dialog\.tsx$/;
const copied = /\/ui\/(CodeText|CopyRow)\.tsx$/;
const homeParts = /\/home\/(Activity|ApplicationCards)\.tsx$/;

/** Modules that some pages need, each smaller than a request. */
const small = /\/(code-block|clipboard-copy|truncate)\.(mjs|css)$|\/http\/send-file\.ts$|\/ui\/table\.tsx$/;
/** A new style sheet makes the browser style the whole page again. So the sheets of an editor come with the list that leads to it. */
const sheets = /\.css$/;
const smallOfEditors =
  /\/pages\/(application\/(connecting|removed-text|use-issuer)\.ts|application\/.*\.css|metadata\/MetadataForm\.tsx)$/;
const options = /\/crds\/(options\/|providers\/sign-in-button)/;
const besideLists = [editors, kindEditors, userPages, tabParts, dialogs, copied];

type Reach = (isNeededBy: (files: RegExp) => boolean, id: string) => boolean;

/**
 * The scripts of the console, and the files that need their modules. A module that several scripts need is in the first of them.
 * So a list loads five scripts, where one for each shared module would be a hundred.
 */
const scripts: Record<string, Reach> = {
  // It is so small that all else loads, and can fail, under its eyes.
  entry: (isNeededBy) => isNeededBy(/\/src\/main\.ts$/),
  frame: (isNeededBy) =>
    isNeededBy(/\/src\/start\.tsx$/) || (isNeededBy(homeParts) && [lists, editors].some(isNeededBy)),
  // The types of providers, for the pages that name one.
  providers: (_isNeededBy, id) => /\/crds\/providers\/(?!sign-in-button)/.test(id),
  layouts: (isNeededBy) => isNeededBy(homeParts) && [userPages, kindEditors, dialogs].some(isNeededBy),
  home: (isNeededBy) => isNeededBy(homeParts),
  work: (isNeededBy, id) =>
    small.test(id) ||
    (sheets.test(id) && [editors, kindEditors, userPages].some(isNeededBy)) ||
    (isNeededBy(lists) && besideLists.some(isNeededBy)) ||
    (isNeededBy(dialogs) && [editors, kindEditors, userPages, tabParts].some(isNeededBy)),
  list: (isNeededBy) => isNeededBy(lists),
  editor: (isNeededBy, id) =>
    smallOfEditors.test(id) ||
    (options.test(id) && isNeededBy(kindEditors)) ||
    isNeededBy(editors) ||
    (isNeededBy(kindEditors) && isNeededBy(tabParts) && !isNeededBy(declared)),
  // All dialogs come with the first one that somebody opens.
  dialogs: (isNeededBy) => isNeededBy(dialogs),
  'editor-dialogs': (isNeededBy) => isNeededBy(editorDialogs),
  user: (isNeededBy) => isNeededBy(userPages) && !isNeededBy(kindEditors),
};

export const chunks: Group[] = Object.entries(scripts).map(([script, reach], at, { length }) => ({
  name: (id, graph) => (!id.endsWith('.json') && reach((files) => isImportedBy(files, id, graph), id) ? script : null),
  debugName: script,
  priority: length - at,
}));
