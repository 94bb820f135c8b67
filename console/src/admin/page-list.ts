import { loadWithRetry } from './browser/load-with-retry.ts';
import { isEdited, registry } from './kinds.ts';
import { Home } from './pages/home/Home.tsx';
import { kindListOf } from './pages/kind-lists.ts';
import { editorRoute, paths } from './paths.ts';
import type { Page } from './router/page.ts';
import { needWords } from './words/catalogues.ts';

/** Lists and editors load together with their texts, when the user opens the first one. */
const listWords = ['choices', 'kind-lists', 'list'];
const editorWords = [...listWords, 'editor'];
/** Files are uploaded in the words of users. */
const wordsOf = (name: string) => (withFiles.includes(name) ? ['users'] : []);
/** Their lists have buttons for files. */
const withFiles = ['resource', 'user'];
const listReady = (name: string) =>
  needWords(withFiles.includes(name) ? [...editorWords, ...wordsOf(name)] : listWords);
const editorReady = (name: string) => needWords([...editorWords, ...wordsOf(name), `help-${name}`]);
const listOf = (name: string) => async () => {
  const [{ listPageOf }, special] = await Promise.all([
    loadWithRetry(() => import('./pages/ListPage.tsx')),
    loadWithRetry(() => kindListOf(name)),
    listReady(name),
  ]);
  return listPageOf(registry.named(name), special);
};
const newOf = (name: string) => async () => {
  const [{ newPageOf }] = await Promise.all([loadWithRetry(() => import('./pages/EditorPage.tsx')), editorReady(name)]);
  return newPageOf(registry.named(name));
};
const editorOf = (name: string) => async () => {
  const [{ editorPageOf }] = await Promise.all([
    loadWithRetry(() => import('./pages/EditorPage.tsx')),
    editorReady(name),
  ]);
  return editorPageOf(registry.named(name));
};

const pagesOf = registry.kinds.flatMap((kind): Page[] => [
  { path: paths.list(kind), load: listOf(kind.name) },
  ...(isEdited(kind) && kind.starts ? [{ path: paths.add(kind), load: newOf(kind.name) }] : []),
  ...(isEdited(kind) && !kind.people ? [{ path: `/${editorRoute(kind)}`, load: editorOf(kind.name) }] : []),
]);

/** Every page of the console. The one that says most about an address is shown. */
export const pages: readonly Page[] = [
  { path: paths.home, load: async () => ({ Component: Home }) },
  {
    path: paths.declared,
    load: async () => {
      const words = needWords(['declared']);
      const [{ Declared }] = await Promise.all([loadWithRetry(() => import('./pages/declared/Declared.tsx')), words]);
      return { Component: Declared };
    },
  },
  {
    path: paths.getStarted,
    load: async () => {
      const words = needWords(['get-started']);
      const [{ GetStarted }] = await Promise.all([
        loadWithRetry(() => import('./pages/get-started/GetStarted.tsx')),
        words,
      ]);
      return { Component: GetStarted };
    },
  },
  {
    path: '/get-started/:application',
    load: async () => {
      const words = needWords([...editorWords, 'get-started', 'saml-services', 'client-faults']);
      const [{ Connecting }] = await Promise.all([
        loadWithRetry(() => import('./pages/get-started/Connecting.tsx')),
        words,
      ]);
      return { Component: Connecting };
    },
  },
  { path: '/organizations/:organization/users', load: listOf('user') },
  {
    path: `/${editorRoute(registry.named('user'))}`,
    isOpen: true,
    load: async () => {
      const [{ userPage }] = await Promise.all([
        loadWithRetry(() => import('./pages/user/UserPage.tsx')),
        editorReady('user'),
      ]);
      return userPage;
    },
  },
  {
    path: '/ldap/sync/:key',
    load: async () => {
      const words = needWords(['list', 'sync-runs']);
      const [{ ldapSyncPage }] = await Promise.all([
        loadWithRetry(() => import('./pages/ldap/sync/LdapSync.tsx')),
        words,
      ]);
      return ldapSyncPage;
    },
  },
  ...pagesOf,
  { path: '*', load: async () => ({ Component: (await loadWithRetry(() => import('./ui/NotFound.tsx'))).NotFound }) },
];
