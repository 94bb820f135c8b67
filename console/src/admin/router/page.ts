import type { ComponentType } from 'react';
import type { Params } from 'react-router-dom';

/** The file of a page. */
export interface LoadedPage {
  Component: ComponentType;
  /** Sends its first request, so that the answer comes while the page is drawn. */
  ask?: (query: URLSearchParams, names: Params) => void;
}

/** A page of the console and its addresses. */
export interface Page {
  /** A path with `:names`, or `*` for all others. */
  path: string;
  /** People who are not signed in may see it too. */
  isOpen?: boolean;
  load: () => Promise<LoadedPage>;
}

/** What a page says to the next one. */
export interface PageState {
  /** The page to return to. */
  from?: string;
  /** The user comes back to this page. */
  isReturn?: boolean;
  /** Values that the user typed while a new object was saved. */
  typed?: [field: string, value: unknown][];
}

/** For an editor: it returns to the list in its present state. */
export const hereAsOrigin = (): PageState => ({ from: location.pathname + location.search });
