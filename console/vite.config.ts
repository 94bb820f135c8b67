import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { smallBaseCss } from './base-css.ts';
import { withoutDescriptions } from './without-descriptions.ts';

/** Words that only some pages need, or none but the server, by the files that hold them. */
const apart: Record<string, string> = {
  authority: 'server',
  errors: 'server',
  letters: 'server',
  problems: 'server',
  declared: 'declared',
  login: 'login',
  signup: 'signup',
  home: 'home',
  choices: 'editor',
  editor: 'editor',
  help: 'editor',
  list: 'editor',
  'kind-lists': 'editor',
  search: 'editor',
  users: 'editor',
};

/** The console's words of one language are one file: a page needs most, and one for each kind would be a request each. */
const wordsChunk = (id: string): string | null => {
  const [, language, namespace = ''] = id.match(/\/locales\/([a-z]+)\/([a-z-]+)\.json$/) ?? [];
  if (!language) return null;
  return apart[namespace] ? `words-${apart[namespace]}-${language}` : `words-${language}`;
};

/** The portal's React is Preact: the same components in a twentieth of the bytes, on the page that everybody waits for. */
const small: Record<string, string> = {
  react: 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
  'react-dom': 'preact/compat',
  'react-dom/client': 'preact/compat/client',
};

const smallReact: Plugin = {
  name: 'small-react',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'portal',
  resolveId(id, importer, options) {
    return small[id] && this.resolve(small[id], importer, options);
  },
};

/** Comments and indents of the page's own scripts are for whoever reads them here. */
const terse: Plugin = { name: 'terse', transformIndexHtml: (html) => html.replaceAll(/^ +(\/\/.*\n)?/gm, '') };

type Graph = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never) => unknown>>[1];

/** Does the first module name it, or something that it names? */
function isAtOnce(id: string, graph: Graph, isFirst: (id: string) => boolean, seen = new Set<string>()): boolean {
  if (isFirst(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return graph.getModuleInfo(id)?.importers.some((importer) => isAtOnce(importer, graph, isFirst, seen)) ?? false;
}

const words = { name: wordsChunk, debugName: 'words' };

/** What the portal needs at once is one script: on a slow line each further one is a wait. */
const door = {
  name: (id: string, graph: Graph) =>
    isAtOnce(id, graph, (each) => graph.getModuleInfo(each)?.isEntry === true) ? 'door' : null,
  debugName: 'door',
};

const isStart = (id: string) => id.endsWith('/console/src/start.tsx');

/** The model is one script, because lazy pages that share some of it would split it, and the parts weigh more than the whole. */
const model = {
  name: (id: string, graph: Graph) =>
    /\/crds\/(?!node_modules)/.test(id) && isAtOnce(id, graph, isStart) ? 'model' : null,
  debugName: 'model',
};

/** The server tells browsers of the portal's words by the name of their file (`api/features/pages/portal-page.ts`). */
const chunkFileNames = ({ facadeModuleId }: Pick<Rolldown.PreRenderedChunk, 'facadeModuleId'>) => {
  const words = wordsChunk(facadeModuleId ?? '');
  return words ? `assets/portal-${words}-[hash].js` : 'assets/[name]-[hash].js';
};

/** Both builds have one page, whose script is the console's; the portal's holds its style sheet too, so that it is drawn as it comes. */
const portalPage: Plugin = {
  name: 'portal-page',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'portal',
  transform: {
    order: 'pre',
    handler: (html, id) => (id.endsWith('/index.html') ? html.replace('/src/main.ts', '/src/portal/main.tsx') : null),
  },
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('There is no page');
    page.fileName = 'portal.html';
    // The link stays without being followed: where a script of a further page needs the sheet, Vite finds it there.
    page.source = String(page.source).replace(
      /<link rel="stylesheet"([^>]* href="\/([^"]+)")>/,
      (_link, rest, name) => {
        const sheet = bundle[name];
        if (sheet?.type !== 'asset') throw new Error(`There is no ${name}`);
        return `<link rel="stylesheet" disabled${rest}><style>${sheet.source}</style>`;
      },
    );
  },
};

/** The api beside `npm run dev -w console`, at its origin: what comes from any other it refuses as another site's. */
const api = process.env.DOORWRIGHT_API_URL ?? 'http://localhost:8000';
const proxied =
  'api|login|logout|signup|forget|callback|result|cas|auto-signup|captcha|assets|swagger|openapi\\.json|\\.well-known';

export default defineConfig({
  plugins: [react(), withoutDescriptions, smallBaseCss, smallReact, terse, portalPage],
  // Two builds that share no file: the portal is what everybody loads and stays small, the console is for those who have signed in.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: 'index.html',
          output: { codeSplitting: { groups: [words, model] } },
        },
      },
    },
    portal: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: 'index.html',
          output: { entryFileNames: 'assets/portal-[hash].js', chunkFileNames, codeSplitting: { groups: [door] } },
        },
      },
    },
  },
  builder: {
    async buildApp({ build, environments: { client, portal } }) {
      for (const each of [client, portal]) if (each) await build(each);
    },
  },
  build: {
    // A strict policy forbids scripts and pictures inside of other files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // What this server does not serve itself: the api, and the portal with its own build.
  server: { proxy: { [`^/(${proxied})(/|\\?|$)`]: { target: api, headers: { origin: api } } } },
});
