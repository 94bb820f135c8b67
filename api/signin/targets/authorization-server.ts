import type { Application } from '@doorwright/crds/kinds/application.ts';

/** A request to the authorization endpoint by its parameters. */
export type AuthorizationRequest = Readonly<Record<string, string | undefined>>;

/** What the authorization endpoint answered: where the browser would be sent, or why it would not. */
export interface Authorized {
  /** Parameters that the application is sent. */
  given: Readonly<Record<string, string>>;
  /** The address with them, or the form that posts them there. */
  address?: string;
  form?: string;
  error?: { code: string; description: string };
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
  check(request: AuthorizationRequest): Promise<Authorized['error']>;
  /** What a request wants to be allowed. */
  scopes(request: AuthorizationRequest): Promise<string[]>;
  /** What the page is to ask its user, where the authorization endpoint opened it. */
  question(request: AuthorizationRequest): Promise<{ prompt: string; scopes: string[] } | undefined>;
}

/** Applications by their client id. */
export interface ClientApplications {
  application: (clientId: string) => Promise<Application | undefined>;
}
