import { type Graph, type Group, isImportedBy } from './chunks.ts';

/** Does the entry name it, or something that it names? */
function isAtOnce(id: string, graph: Graph, seen = new Set<string>()): boolean {
  const info = graph.getModuleInfo(id);
  if (!info || seen.has(id)) return false;
  seen.add(id);
  return info.isEntry || info.importers.some((importer) => isAtOnce(importer, graph, seen));
}

const account = /\/portal\/account\/(AccountPage|profile\/Profile)\.tsx$/;
const security = /\/portal\/account\/security\/(Security|\w+\/(Password|Passkeys|SecondFactor|Recovery))\.tsx$/;
const otherSections = /\/portal\/account\/(linked|sessions|applications|privacy)\/[A-Z]\w+\.tsx$/;
/** The sheets of all sections are one: they are smaller than a request. */
const isSheet = /\/portal\/account\/.*\.css$/;
const signUp = /\/portal\/(signup|forgot|prompt)\/\w+\.tsx$/;
const signIn = /\/portal\/factor\/FactorQuestion\.tsx$/;

type Reach = (id: string, isNeededBy: (files: RegExp) => boolean, graph: Graph) => boolean;

/** The scripts of the portal. A module that several scripts need is in the first of them, and all else is a file of its own. */
const scripts: Record<string, Reach> = {
  // What the portal needs at once is one script: on a slow line each further one is a wait.
  door: (id, _isNeededBy, graph) => isAtOnce(id, graph),
  parts: (_id, isNeededBy) => (isNeededBy(account) || isNeededBy(security)) && isNeededBy(signUp),
  factors: (_id, isNeededBy) => isNeededBy(security) && isNeededBy(signIn),
  account: (id, isNeededBy) =>
    isSheet.test(id) || isNeededBy(account) || (isNeededBy(security) && isNeededBy(otherSections)),
  security: (_id, isNeededBy) => isNeededBy(security),
};

export const portalChunks: Group[] = Object.entries(scripts).map(([script, reach], at, { length }) => ({
  name: (id, graph) =>
    !id.endsWith('.json') && reach(id, (files) => isImportedBy(files, id, graph), graph) ? script : null,
  debugName: script,
  priority: length - at,
}));
