import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import { compressedFiles } from '../../bundle/compressed-files.ts';
import { frames, searchWords } from './languages.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));

/** The guide for people who use Doorwright. The api serves it at `/docs` (`api/features/guide`). */
export default defineConfig({
  title: 'Doorwright',
  description: 'Identity and single sign-on whose configuration lives in Kubernetes',
  base: '/docs/',
  cleanUrls: true,
  outDir: 'dist',
  cacheDir: `${repository}/node_modules/.vite/guide`,
  srcExclude: ['dist/**', '**/README.md'],
  head: [['link', { rel: 'icon', href: '/icon.svg' }]],
  // Pages of the console, of the same server.
  ignoreDeadLinks: [/^\/(?!docs)/],
  markdown: { languageAlias: { cfg: 'ini', csproj: 'xml', mod: 'go' } },
  locales: frames,
  themeConfig: { search: { provider: 'local', options: { locales: searchWords } }, logo: '/icon.svg' },
  vite: {
    plugins: [llmstxt({ domain: 'https://id.example.com' }), compressedFiles],
    publicDir: '../public',
    build: { chunkSizeWarningLimit: 2000 },
  },
});
