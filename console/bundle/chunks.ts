import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;

/** The scripts of the console, by folder. A script takes what its files import along, unless one above has it already. */
export const chunks: Group[] = [
  // It is so small that all else loads, and can fail, under its eyes.
  { name: 'entry', test: /\/src\/main\.ts$/ },
  // With the home page, where most people begin.
  { name: 'frame', test: /\/src\/(start|pages\/home\/(Activity|ApplicationCards))\.tsx$/ },
  // With all sheets of the library: a new sheet makes the browser style the whole page again.
  { name: 'work', test: /\/src\/(ui|delete)\/|\/react-table\/|\/react-styles\/css\// },
  { name: 'list', test: /\/src\/(list\/|pages\/ListPage)/ },
  { name: 'editor', test: /\/src\/(editor\/|fields\/|pages\/EditorPage)/ },
  // What several of the other pages need. One script for each shared module would be a hundred.
  { name: 'shared', test: /\/(console\/src|@patternfly|crds)\//, minShareCount: 2 },
];

export const portalChunks: Group[] = [
  // What the portal needs at once is one script: on a slow line each further one is a wait.
  { name: 'door', test: /\/src\/portal\/main\.tsx$/ },
  { name: 'parts', test: /\/(src|crds)\//, minShareCount: 2 },
  { name: 'account', test: /\/src\/portal\/account\// },
];
