import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { z } from 'zod';
import type { Refusal } from '../../core/errors.ts';
import type { RouteRequest } from '../../http/route.ts';
import type { AccountDeps } from '../deps.ts';

/** A user who has proved their identity, on the way to a target. */
export interface Arrival {
  /** The HTTP request. */
  asked: RouteRequest;
  application: Application;
  user: { owner: string; name: string };
  /** The value of the session cookie. */
  session: string;
  /** The user proved their identity in this request, and not earlier in this browser. */
  isFresh: boolean;
  /** The answers to steps, by field. A fresh arrival has none, because nothing has been asked yet. */
  answers: Readonly<Record<string, unknown>>;
  /** The scopes that the target grants. */
  scopes: () => Promise<readonly string[]>;
}

/** A question between the proof and the target. Every method and every target can lead to it. */
export interface SignInStep {
  name: string;
  /** The members that it adds to the sign-in form, for its answer. */
  fields: z.ZodRawShape;
  /** Takes the answer of an arrival, before the target gives anything. */
  answer: (deps: AccountDeps, arrival: Arrival) => Promise<void>;
  /**
   * The question as a refusal, while the step is due. The pipeline asks before the target gives anything, and again with the
   * reason of a target that gives nothing.
   */
  due: (deps: AccountDeps, arrival: Arrival, reason?: string) => Promise<Refusal | undefined>;
}
