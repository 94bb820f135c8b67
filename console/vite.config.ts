import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console's words of one language are one file: a page needs most, and one for each kind would be a request each. */
const wordsChunk = (id: string): string | null => {
  const [, language, namespace] = id.match(/\/locales\/([a-z]+)\/([a-z-]+)\.json$/) ?? [];
  if (!language) return null;
  return namespace === 'login' || namespace === 'signup' ? `words-${namespace}-${language}` : `words-${language}`;
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
