import { type LoaderFunctionArgs, type RouteObject, useLoaderData } from 'react-router-dom';
import type { LoadedPage, Page } from './page.ts';

/** The part of a route that the console adds. */
export interface PageHandle {
  isOpen: boolean;
  /** Loads the file of the page, once. A failure is tried anew. */
  load: () => Promise<LoadedPage>;
}

function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined;
  return () => {
    loading ??= load().catch((error) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

function ShownPage() {
  const { Component } = useLoaderData<LoadedPage>();
  return <Component />;
}

/**
 * The route of a page. Its loader loads the file, and not the router's `lazy`: that keeps a failure until the next start, and a
 * server in an update lacks a file only for a moment.
 */
export function pageRoute({ path, isOpen = false, load }: Page): RouteObject {
  const handle: PageHandle = { isOpen, load: once(load) };
  return {
    path,
    caseSensitive: true,
    handle,
    Component: ShownPage,
    async loader({ request, params }: LoaderFunctionArgs) {
      const page = await handle.load();
      page.ask?.(new URL(request.url).searchParams, params);
      return page;
    },
  };
}
