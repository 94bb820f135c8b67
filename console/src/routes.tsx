import { createBrowserRouter, type RouteObject } from 'react-router';
import { isEdited, registry } from './kinds.ts';
import { Home } from './pages/home/Home.tsx';
import { NotFound } from './pages/NotFound.tsx';
import { editorRoute, paths } from './paths.ts';
import { PageFailed } from './shell/PageFailed.tsx';
import { Shell } from './shell/Shell.tsx';

/** Lists and editors come with the first of them that is opened. */
const listOf = (name: string) => async () => {
  const { ResourceList } = await import('./resource/ResourceList.tsx');
  return { Component: () => <ResourceList key={name} kind={registry.named(name)} /> };
};
const editorOf = (name: string) => async () => {
  const { ResourceEditor } = await import('./resource/ResourceEditor.tsx');
  return { Component: () => <ResourceEditor key={name} kind={registry.named(name)} /> };
};

const pagesOf = registry.kinds.flatMap((kind): RouteObject[] => [
  { path: paths.list(kind), lazy: listOf(kind.name) },
  ...(isEdited(kind) ? [{ path: `/${editorRoute(kind)}`, lazy: editorOf(kind.name) }] : []),
]);

export const router = createBrowserRouter([
  {
    element: <Shell />,
    errorElement: <PageFailed />,
    hydrateFallbackElement: <></>,
    children: [
      { index: true, element: <Home /> },
      {
        path: paths.account,
        lazy: async () => ({ Component: (await import('./pages/Account.tsx')).Account }),
      },
      { path: '/organizations/:organization/users', lazy: listOf('user') },
      ...pagesOf,
      { path: '*', element: <NotFound /> },
    ],
  },
]);
