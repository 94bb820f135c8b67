import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** Words that only some pages need, by the files that hold them. */
const apart: Record<string, string> = {
  login: 'login',
  signup: 'signup',
  home: 'home',
  choices: 'editor',
  editor: 'editor',
  help: 'editor',
  users: 'editor',
};

/** The console's words of one language are one file: a page needs most, and one for each kind would be a request each. */
const wordsChunk = (id: string): string | null => {
  const [, language, namespace = ''] = id.match(/\/locales\/([a-z]+)\/([a-z-]+)\.json$/) ?? [];
  if (!language) return null;
  return apart[namespace] ? `words-${apart[namespace]}-${language}` : `words-${language}`;
};

/** What both entries begin with. */
const base =
  /\/node_modules\/(react|react-dom|scheduler)\/|\/(shell\/theme|words\/language|session\/(return-target|notice|seal))\.ts$|^\0/;

/** What the sign-in page is made of. */
const door = /\/portal\/((frame|signin|credentials)\/|(account|call|subject|words)\.ts$)/;

/** The sign-in page comes in three scripts: on a slow line each further one is a wait for those that other pages share with it. */
const doorChunk = (id: string): string | null => (base.test(id) ? 'base' : door.test(id) ? 'door' : null);

/** PatternFly's sheet has themes that we do not offer, the largest of them as large as the one that we do. */
const withoutOtherThemes: Plugin = {
  name: 'without-other-themes',
  enforce: 'pre',
  transform: (css, id) =>
    id.includes('/react-core/dist/styles/base.css')
      ? css.replaceAll(/:root:where\([^)]*-(felt|glass|high-contrast)[^)]*\)\s*\{[^}]*\}/g, '')
      : undefined,
};

export default defineConfig({
  plugins: [react(), withoutOtherThemes],
  // Two entries: the portal is what everybody loads and stays small, the console is for those who have signed in.
  build: {
    rolldownOptions: {
      input: { console: 'index.html', portal: 'portal.html' },
      output: {
        codeSplitting: {
          groups: [
            { name: wordsChunk, debugName: 'words' },
            { name: doorChunk, debugName: 'door' },
          ],
        },
      },
    },
    // A strict policy forbids scripts and pictures inside of other files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
