import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { Protocol } from '@doorwright/crds/kinds/record.ts';
import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type { Answer, Parameter } from '../../http/route.ts';
import type { Arrival } from './step.ts';

export type Query = Readonly<Record<string, string | undefined>>;

/** The members of the sign-in form that targets read. */
export interface TargetForm {
  type: string;
  application: string;
}

/** The question that a page asks its user. */
export interface Question {
  prompt: string;
  scopes: string[];
  /** The session is too old for the client, so its user proves again who they are. */
  needsProof?: true;
}

/** The answer of a target to a user who arrives. */
export interface Given {
  answer: Answer;
  /** The user declined, so nothing was given. */
  isDeclined?: boolean;
  /** The browser keeps the session, also for an application without a single sign-on session. */
  keepsSession?: boolean;
}

/** Nothing was given. */
export interface NotGiven {
  refusal: Refusal;
  /** The cause as a code of the protocol. A step may be due because of it. */
  reason: string;
}

/** One request to a target. */
export interface TargetRequest {
  /** The application that the user signs in at. */
  application: Application;
  /** Judges the request without its user. The refusal carries data for the page. */
  check: () => Promise<((data?: unknown) => Refusal) | undefined>;
  question: () => Promise<Question | undefined>;
  scopes: () => Promise<readonly string[]>;
  /** The classes of sign-in that the client asks for. */
  wanted?: () => readonly string[];
  give: (arrival: Arrival) => Promise<Given | NotGiven>;
}

/** A place where a finished sign-in goes. */
export interface SignInTarget {
  name: string;
  /** The protocol that records name. Our own pages have none. */
  protocol?: Protocol;
  /** The parameters that it reads from the query of `/api/login` and `/api/get-app-login`. */
  query: Readonly<Record<string, Parameter>>;
  /** The members that it adds to the sign-in form. */
  fields?: z.ZodRawShape;
  /** The type in the form, if the query alone shows that the page is for this target. */
  asks?: (query: Query) => string | undefined;
  /** A signed-in user goes there without another proof. */
  continuesSession: boolean;
  /** Reads a request. It answers nothing to a request for another target. */
  open: (query: Query, form: TargetForm) => Promise<TargetRequest | undefined>;
  /** Where the browser goes after a sign-out that began there. */
  afterSignOut?: (query: Query, form: TargetForm) => Promise<string | undefined>;
}
