import { hash } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Refusal } from '../../core/errors.ts';
import type { Query, SignInTarget } from '../contracts/target.ts';

/** The purpose of a half-finished sign-in among the attempts of a browser. */
export const purpose = 'login';
/** The step that stands first in every half-finished sign-in. */
export const proved = 'identity proven';

/** Stands behind it if the directory of the user demands a new password. It is no step that the user has done. */
export const expired = 'password expired';

/** The browser that can answer a question, and the request that it signs in for. */
export interface Waiting {
  http: { req: Request; res: Response };
  /** The digest of the request. */
  request: string;
  /** The classes of sign-in that the client asks for. */
  wanted: readonly string[];
}

/** A step is due, so the sign-in waits for its answer. */
export interface Halted {
  question: Refusal;
}

/** The digest of a request to a target. The answer to a step must come with the same request. */
export function requestDigest(target: SignInTarget, form: { type: string }, query: Query): string {
  const read = Object.keys(target.query)
    .filter((name) => query[name] !== undefined)
    .map((name) => [name, query[name]]);
  const written = Object.entries(form).filter(([name, value]) => name in (target.fields ?? {}) && value !== undefined);
  return hash('sha256', JSON.stringify([target.name, form.type, read, ...written]), 'base64url');
}
