import type { Answer } from '../../shared/exchange.ts';

/** The request for which a user signed in. */
export interface PageRequest {
  /** The type in the login form. */
  type: string;
  query: URLSearchParams;
}

/** The answer left the browser's page where it is: it went to an app, or to a window of its own. */
export type Left = { app: string } | 'window';

/** A place where a finished sign-in goes, as the page sees it. */
export interface PageTarget {
  /** Says whether a page address is for it. */
  isAt: (path: string) => boolean;
  /** The type in the login form. */
  type: (query: URLSearchParams) => string;
  /**
   * The query of the call to the api: the whole request in the page's address. A page that is open for long outlives
   * the stored request of the server.
   */
  request: (query: URLSearchParams) => Readonly<Record<string, string | undefined>>;
  /** A signed-in visitor goes there without another proof. */
  continuesSession: boolean;
  /** The request wants a new proof from a signed-in visitor. */
  wantsProof: (query: URLSearchParams) => boolean;
  /** A signed-in visitor stays on the page, because the request leads nowhere. */
  stays?: (query: URLSearchParams) => boolean;
  /** Goes on after sign-in. It says how, if the browser stays on this page. */
  leave: (request: PageRequest, answer: Answer<string>) => Left | undefined;
}
