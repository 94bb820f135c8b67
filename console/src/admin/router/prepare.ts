import { matchRoutes, type RouteObject, type To } from 'react-router-dom';
import type { PageHandle } from './page-routes.tsx';

let routes: RouteObject[] = [];

/** Says which pages can be prepared. */
export function preparable(all: RouteObject[]): void {
  routes = all;
}

/** Loads the file of a page that the user is about to open. A failure shows when they do open it. */
export function prepare(to: To): void {
  const handle = matchRoutes(routes, to)?.at(-1)?.route.handle as PageHandle | undefined;
  handle?.load().catch(() => {});
}
