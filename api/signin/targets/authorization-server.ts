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
  /** The browser returns, signed in, to the address that needed the sign-in. */
  goesOn?: true;
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

/** The OAuth server for `api/signin`. `api/protocol` implements it. */
export interface AuthorizationServer {
  /** Gives what the request asks for to the user of a session, who may have just answered the question for consent. */
  give(request: AuthorizationRequest, session: string, done: Done): Promise<Authorized>;
  /** Checks a request without a user. */
  check(request: AuthorizationRequest): Promise<Problem | undefined>;
  /** Lists the scopes that a request asks for. */
  scopes(request: AuthorizationRequest): Promise<string[]>;
  /** Says what the page asks its user, if the authorization endpoint opened it. */
  question(request: AuthorizationRequest): Promise<{ prompt: string; scopes: string[] } | undefined>;
}

/** Applications by their client id. */
export interface ClientApplications {
  application: (clientId: string) => Promise<Application | undefined>;
}
