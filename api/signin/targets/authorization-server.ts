import type { Application } from '@doorwright/crds/kinds/application.ts';

/** A request to the authorization endpoint by its parameters. */
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
  /** Nothing was asked for at the authorization endpoint: the browser goes on where it was, signed in. */
  goesOn?: true;
}

/** Errors which only say that nobody is signed in: the request itself is good. */
export const aboutUser: ReadonlySet<string> = new Set([
  'login_required',
  'interaction_required',
  'account_selection_required',
  'consent_required',
]);

/** What the user of a sign-in has done for it. */
export interface Done {
  /** He has typed who he is just now. */
  isFresh: boolean;
  /** What he has said to the question for his consent. */
  isAgreed?: boolean | undefined;
}

/** The server of OAuth and OpenID, as far as signing in needs it. The protocols implement it. */
export interface AuthorizationServer {
  /** Gives what the request asks for to the user whose session it is, who may have just said whether he agrees. */
  give(request: AuthorizationRequest, session: string, done: Done): Promise<Authorized>;
  /** What is wrong with a request, whoever signs in. */
  check(request: AuthorizationRequest): Promise<Problem | undefined>;
  /** What a request wants to be allowed. */
  scopes(request: AuthorizationRequest): Promise<string[]>;
  /** What the page is to ask its user, where the authorization endpoint opened it. */
  question(request: AuthorizationRequest): Promise<{ prompt: string; scopes: string[] } | undefined>;
}

/** Applications by their client id. */
export interface ClientApplications {
  application: (clientId: string) => Promise<Application | undefined>;
}
