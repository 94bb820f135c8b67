import type { Rolldown } from 'vite';

/** The scripts of the console, by folder. A script takes what its files import along, unless one above has it already. */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  // So small that it runs first, and sees if anything else fails to load.
  { name: 'entry', test: /\/src\/admin\/main\.ts$/ },
  // With the home page, where most people begin.
  { name: 'frame', test: /\/src\/admin\/(start|pages\/home\/(Activity|ApplicationCards))\.tsx$/ },
  { name: 'work', test: /\/src\/admin\/ui\/(?!\w+Dialog)|\/react-table\// },
  { name: 'list', test: /\/src\/admin\/(list\/(?!\w+Dialog)|pages\/ListPage)/ },
  { name: 'editor', test: /\/src\/admin\/(editor\/|fields\/|pages\/EditorPage)/ },
  // All dialogs come with the first one that somebody opens.
  { name: 'dialogs', test: /\/src\/admin\/(ui|list|delete)\/\w+Dialog\.tsx$/ },
  // Mistakes of programs are told beside records and on the page of an application.
  { name: 'faults', test: /\/crds\/options\/(client-faults|oauth-scopes)\./, minShareCount: 2 },
  { name: 'model', test: /\/crds\/(?!invoice\/|brand\/|values\/(money|currencies)\.)/, minShareCount: 2 },
  // Only payments need the rules of invoices.
  { name: 'sales', test: /\/crds\/(invoice\/|values\/(money|currencies)\.)/, minShareCount: 2 },
  // On the home page, until it is hidden.
  // The looks of pages: the tab Branding and the previews.
  { name: 'looks', test: /\/crds\/brand\/(contrast|palette|style|brand-of)\./, minShareCount: 2 },
  { name: 'first-steps', test: /\/get-started\/GetStartedCard/ },
  // The values of an application are on its tab and on its first page.
  {
    name: 'connect',
    test: /\/pages\/application\/(program\/|errors\/|saml\/SamlValues|ClientValues|CasConnect)/,
    minShareCount: 2,
  },
  { name: 'yaml', test: /\/src\/admin\/yaml\// },
  // Frames with a page of the portal come when somebody unfolds one.
  { name: 'preview', test: /\/admin\/pages\/preview\/(?!FoldedPreview|preview\.css)/, minShareCount: 2 },
  { name: 'preview-pages', test: /\/admin\/pages\/brand\/(Preview|use-)/, minShareCount: 2 },
  // The words of records come with the list of them, and with a tab of a user.
  { name: 'records', test: /\/admin\/pages\/record\//, minShareCount: 2 },
  // Dialogs and parts of a user are on several of their tabs, and on no other page.
  { name: 'user', test: /\/admin\/pages\/user\/(?!RegionControl)/, minShareCount: 2 },
  // Prices and payments have pages of their own, and their rules come with them.
  { name: 'selling', test: /\/admin\/pages\/(payment|price|pricing|product|subscription)\//, minShareCount: 2 },
  // What several of the other pages need. One script for each shared module would be a hundred.
  { name: 'shared', test: /\/(console\/src|@patternfly)\//, minShareCount: 2 },
];

export const portalChunks: Rolldown.CodeSplittingGroup[] = [
  // All that the portal needs at once is one script, because each further one is a wait on a slow line.
  { name: 'door', test: /\/index\.html$/ },
  // Products and orders share most of what they have, and no other page has it.
  { name: 'shop', test: /\/src\/portal\/(shop|order)\/(?!order\.|state-word)|\/crds\/providers\/payment\// },
  { name: 'parts', test: /\/(src|crds)\//, minShareCount: 2 },
  { name: 'account', test: /\/src\/portal\/account\// },
];
