import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Words that only some pages need, by the files that hold them. */
const apart: Record<string, string> = {
  login: 'login',
  signup: 'signup',
  home: 'home',
  choices: 'editor',
  editor: 'editor',
  users: 'editor',
};

/** The console's words of one language are one file: a page needs most, and one for each kind would be a request each. */
const wordsChunk = (id: string): string | null => {
  const [, language, namespace = ''] = id.match(/\/locales\/([a-z]+)\/([a-z-]+)\.json$/) ?? [];
  if (!language) return null;
  return apart[namespace] ? `words-${apart[namespace]}-${language}` : `words-${language}`;
};

export default defineConfig({
  plugins: [react()],
  // Two entries: the portal is what everybody loads and stays small, the console is for those who have signed in.
  build: {
    rolldownOptions: {
      input: { console: 'index.html', portal: 'portal.html' },
      output: { codeSplitting: { groups: [{ name: wordsChunk, debugName: 'words' }] } },
    },
    // A strict policy forbids scripts and pictures inside of other files.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
});
