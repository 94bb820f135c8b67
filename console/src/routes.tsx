import { createBrowserRouter, type RouteObject } from 'react-router';
import { loadWithRetry } from './browser/load-with-retry.ts';
import { isEdited, registry } from './kinds.ts';
import { Home } from './pages/home/Home.tsx';
import { editorRoute, paths } from './paths.ts';
import { PageFailed } from './shell/PageFailed.tsx';
import { openToVisitors, Shell } from './shell/Shell.tsx';
import { needWords } from './words/i18n.ts';

/** Lists and editors load together with their texts, when the user opens the first one. */
const listWords = ['choices', 'kind-lists', 'list'];
const editorWords = [...listWords, 'editor', 'users'];
/** Their lists have buttons for files. */
const withFiles = ['resource', 'user'];
const listReady = (name: string) => needWords(withFiles.includes(name) ? editorWords : listWords);
const editorReady = (name: string) => needWords([...editorWords, `help-${name}`]);
const listOf = (name: string) => async () => {
  const [{ listPageOf }] = await Promise.all([loadWithRetry(() => import('./pages/ListPage.tsx')), listReady(name)]);
  return { Component: await listPageOf(registry.named(name)) };
};
const newOf = (name: string) => async () => {
  const [{ newPageOf }] = await Promise.all([loadWithRetry(() => import('./pages/EditorPage.tsx')), editorReady(name)]);
  return { Component: await newPageOf(registry.named(name)) };
};
const editorOf = (name: string) => async () => {
  const [{ editorPageOf }] = await Promise.all([
    loadWithRetry(() => import('./pages/EditorPage.tsx')),
    editorReady(name),
  ]);
  return { Component: await editorPageOf(registry.named(name)) };
};

const pagesOf = registry.kinds.flatMap((kind): RouteObject[] => [
  { path: paths.list(kind), lazy: listOf(kind.name) },
  ...(isEdited(kind) && kind.starts ? [{ path: paths.add(kind), lazy: newOf(kind.name) }] : []),
  ...(isEdited(kind) && !kind.people ? [{ path: `/${editorRoute(kind)}`, lazy: editorOf(kind.name) }] : []),
]);

const pages: RouteObject[] = [
  { index: true, element: <Home /> },
  {
    path: paths.declared,
    lazy: async () => {
      const words = needWords(['declared']);
      const [{ Declared }] = await Promise.all([loadWithRetry(() => import('./pages/declared/Declared.tsx')), words]);
      return { Component: Declared };
    },
  },
  { path: '/organizations/:organization/users', lazy: listOf('user') },
  {
    path: `/${editorRoute(registry.named('user'))}`,
    handle: openToVisitors,
    lazy: async () => {
      const [{ UserPage }] = await Promise.all([
        loadWithRetry(() => import('./pages/user/UserPage.tsx')),
        editorReady('user'),
      ]);
      return { Component: UserPage };
    },
  },
  ...pagesOf,
  { path: '*', lazy: async () => ({ Component: (await loadWithRetry(() => import('./ui/NotFound.tsx'))).NotFound }) },
];

export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageFailed />,
    hydrateFallbackElement: <></>,
    // The frame stays when a page fails.
    children: [{ errorElement: <PageFailed />, children: pages }],
  },
]);
