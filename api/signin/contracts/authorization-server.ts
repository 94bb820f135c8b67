import type { Application } from '@doorwright/crds/kinds/application.ts';

/** The parameters of an authorization request. */
export type AuthorizationRequest = Readonly<Record<string, string | undefined>>;

/** The parameter of a request, or the field of its application, that stands in the way. */
export type WrongField = 'redirect_uri' | 'response_type' | 'code_challenge' | 'cert';

/** Why an authorization request is refused. */
export interface Problem {
  /** The error of OAuth or OpenID Connect. */
  code: string;
  /** The cause, if it is one that administrators meet often. */
  field?: WrongField | undefined;
  /** For developers, in English. */
  description: string;
}

/** The answer of the authorization endpoint. */
export interface Authorized {
  /** Parameters for the application, an error among them. */
  given: Readonly<Record<string, string>>;
  /** The address with them, or a page with a form that posts them. */
  address?: string;
  form?: string;
  error?: Problem;
}

/** Errors about the user only. The request itself is good. */
export const aboutUser: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);

/** What the user has done for this request. */
export interface Done {
  /** The user has typed their credentials with this call. */
  isFresh: boolean;
  /** The user's answer to the question for consent. */
  isAgreed?: boolean | undefined;
}

/** A request to the authorization endpoint, and all that sign-in does with it. */
export interface OpenedRequest {
  /** Judges the request without its user. */
  check: () => Promise<Problem | undefined>;
  /** The requested scopes. Only a checked request can be asked for them. */
  scopes: () => string[];
  /** The classes of sign-in that the client asks for (`acr_values`). */
  wanted: () => string[];
  /** The question of the page, if the authorization endpoint opened it. */
  question: () => { prompt: string; scopes: string[] } | undefined;
  /** Gives the requested codes and tokens to the user of a session. */
  give: (session: string, done: Done) => Promise<Authorized>;
  /** The device that waits for the user. Resuming answers the address at which the browser goes on. */
  device?: { resume: (session: string) => Promise<string> };
}

/** The server of OAuth and OpenID Connect. The protocols implement it. */
export interface AuthorizationServer {
  open: (request: AuthorizationRequest) => Promise<OpenedRequest>;
}

/** Applications by their client id. */
export interface ClientApplications {
  application: (clientId: string) => Promise<Application | undefined>;
}
