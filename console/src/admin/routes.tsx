import type { RouteObject } from 'react-router-dom';
import { pages } from './page-list.ts';
import { pageRoute } from './router/page-routes.tsx';
import { RouteFailed } from './shell/RouteFailed.tsx';
import { Shell } from './shell/Shell.tsx';

/** The frame, and the pages in it. The frame stays when a page fails. */
export const routes: RouteObject[] = [
  {
    Component: Shell,
    ErrorBoundary: RouteFailed,
    children: [{ ErrorBoundary: RouteFailed, HydrateFallback: () => null, children: pages.map(pageRoute) }],
  },
];
