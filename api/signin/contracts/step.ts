import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type { RequestContext } from '../../core/objects/history/records.ts';
import type { RouteRequest } from '../../http/route.ts';
import type { SessionProof } from '../../kinds/session/sessions.ts';
import type { AccountDeps } from '../place/deps.ts';
import type { Verdict } from './factor.ts';

export type Answers = Readonly<Record<string, unknown>>;

interface Step {
  name: string;
  /** The members that it adds to the sign-in form, for its answer. A form without an answer has none of them. */
  fields: z.ZodRawShape;
}

/** A user who has proved their identity by a method, and has no session yet. */
export interface HalfSignIn {
  context: RequestContext;
  application: Application;
  user: User;
  /** The master password was used, so somebody else signs in as the user. */
  isImpersonated: boolean;
  /** The name of the method. */
  method: string;
  /** The directory of the user demands a new password first. */
  hasExpired?: boolean;
  /** What the user has proved so far. */
  proof: SessionProof;
  /** The id of the open session that needs one more proof. A new sign-in has none. */
  session?: string;
  /** The classes of sign-in that a client asks for. */
  wanted: readonly string[];
  /** The id under which the server keeps it. It is empty before that. */
  holder: string;
  /** The request of a browser. Without one, nobody can answer a question. */
  http?: RouteRequest['http'];
}

/** The answer is right or wrong. With `amr`, it counts as one more factor, unless the list is empty. */
export type StepVerdict = Verdict;

/** A question between the proof and the session, such as a second factor. The pipeline counts wrong answers, and locks. */
export interface StepBeforeSession extends Step {
  stands: 'before-session';
  /** The question as a refusal, if this user has to answer it. */
  due: (deps: AccountDeps, half: HalfSignIn) => Promise<Refusal | undefined>;
  /** Judges an answer. The pipeline calls it only while no counter is locked. */
  judge: (deps: AccountDeps, half: HalfSignIn, answers: Answers) => Promise<StepVerdict>;
}

/** A user with a session, on the way to a target. */
export interface Arrival {
  /** The HTTP request. */
  asked: RouteRequest;
  application: Application;
  user: { owner: string; name: string };
  /** The value of the session cookie. */
  session: string;
  /** The user signed in with this request, and not earlier in this browser. */
  isFresh: boolean;
  /** The answers to steps, by field. A fresh arrival has none, because nothing has been asked yet. */
  answers: Answers;
  /** The scopes that the target grants. */
  scopes: () => Promise<readonly string[]>;
}

/** A question between the session and the target, such as consent. */
export interface StepAfterSession extends Step {
  stands: 'after-session';
  /** Takes the answer of an arrival, before the target gives anything. */
  answer: (deps: AccountDeps, arrival: Arrival) => Promise<void>;
  /**
   * The question as a refusal, while the step is due. The pipeline asks before the target gives anything, and again with the
   * reason of a target that gives nothing.
   */
  due: (deps: AccountDeps, arrival: Arrival, reason?: string) => Promise<Refusal | undefined>;
}

/** A question between the proof and the target. Every method and every target can lead to it. */
export type SignInStep = StepBeforeSession | StepAfterSession;
