import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { chunks, portalChunks } from './bundle/chunks.ts';
import { compileHints } from './bundle/compile-hints.ts';
import { compressedFiles } from './bundle/compressed-files.ts';
import { deepImports } from './bundle/deep-imports.ts';
import { libraryLayer } from './bundle/library-layer.ts';
import { wordFiles } from './bundle/word-files.ts';

/** The file of the portal's words of one language. */
const wordsChunk = (id: string): string | null => {
  const [, language, namespace] = id.match(/\/locales\/([a-z]+)\/([a-z-]+)\.json$/) ?? [];
  return language ? `words-${namespace}-${language}` : null;
};

/** The portal's React is Preact: the same components in a tenth of the bytes, on the page that everybody waits for. */
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

/** Browsers need no comments and indents in the page's own scripts. */
const terse: Plugin = { name: 'terse', transformIndexHtml: (html) => html.replaceAll(/^ +(\/\/.*\n)?/gm, '') };

/** The server names the file of the portal's words to browsers (`api/features/pages/portal-page.ts`). */
const chunkFileNames = ({ facadeModuleId }: Pick<Rolldown.PreRenderedChunk, 'facadeModuleId'>) => {
  const words = wordsChunk(facadeModuleId ?? '');
  return words ? `assets/portal-${words}-[hash].js` : 'assets/[name]-[hash].js';
};

/**
 * Both builds begin with the console's page. That of the portal gets the portal's script, and its style sheet inside, so that it
 * is drawn while it arrives.
 */
const portalPage: Plugin = {
  name: 'portal-page',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'portal',
  transform: {
    order: 'pre',
    handler: (html, id) =>
      id.endsWith('/index.html') ? html.replace('/src/admin/main.ts', '/src/portal/main.tsx') : null,
  },
  generateBundle(_options, bundle) {
    const page = bundle['index.html'];
    if (page?.type !== 'asset') throw new Error('There is no page');
    page.fileName = 'portal.html';
    // The link stays, but browsers do not follow it: if a script of another page needs the sheet, Vite finds it there.
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

/** The api for `npm run dev -w console`, at its own origin: it refuses requests from any other origin as those of another site. */
const api = process.env.DOORWRIGHT_API_URL ?? 'http://localhost:8000';
const proxied =
  'api|account|login|link|logout|signup|forget|callback|result|cas|auto-signup|captcha|prompt|preview|products/[^/]+/buy|payments/[^/]+/result|pricing/[^/]+/[^/]+|assets|docs|swagger|openapi\\.json|\\.well-known';

export default defineConfig({
  plugins: [
    react(),
    wordFiles,
    deepImports,
    libraryLayer,
    smallReact,
    terse,
    portalPage,
    compileHints,
    compressedFiles,
  ],
  // Two builds that share no file: the portal is what everybody loads and stays small, the console is for those who have signed in.
  environments: {
    client: {
      build: {
        rolldownOptions: {
          input: 'index.html',
          output: { codeSplitting: { groups: chunks } },
        },
      },
    },
    portal: {
      consumer: 'client',
      build: {
        emptyOutDir: false,
        rolldownOptions: {
          input: 'index.html',
          output: {
            entryFileNames: 'assets/portal-[hash].js',
            chunkFileNames,
            codeSplitting: { groups: portalChunks },
          },
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
    // The frame of every page is one script.
    chunkSizeWarningLimit: 1000,
    modulePreload: { polyfill: false },
    // Compressing files takes longer than building them. A dialog that one page loads late may be in the script of another: the first
    // start shows the warnings of this build to people who never saw the code.
    rolldownOptions: { checks: { pluginTimings: false, ineffectiveDynamicImport: false } },
  },
  // Passes on what this server does not serve itself: the api, and the portal with its own build.
  server: { proxy: { [`^/(${proxied})(/|\\?|$)`]: { target: api, headers: { origin: api } } } },
});
