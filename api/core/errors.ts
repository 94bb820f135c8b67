import type { ProblemCode } from '@doorwright/locales';
import { type ErrorCode, errorStatus } from './error-codes.ts';
import type { MessageParams } from './message-params.ts';

export type { ErrorCode };

export interface FieldProblem {
  /** Path into the body: `redirectUris[0]`. */
  field: string;
  /** Messages of problems stand in locales/<language>/problems.json, messages of errors in errors.json. */
  code: ProblemCode | ErrorCode;
  params?: MessageParams | undefined;
}

interface Details {
  fields?: FieldProblem[];
  /** Data for the caller: the current state after a stale write, or the objects that depend on this one. */
  data?: unknown;
  retryAfterSeconds?: number;
  /** A stronger or newer sign-in would suffice, so a program can get a better token (RFC 9470). */
  challenge?: Challenge;
  /** What the record says beside the code, in English. */
  why?: string;
  cause?: unknown;
}

/** The sign-in that a token needs. */
export interface Challenge {
  /** The seconds since then. */
  maxAge: number;
}

/** An expected error that is safe to show to the caller. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly params: MessageParams;
  readonly fields: FieldProblem[];
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly challenge: Challenge | undefined;
  /** The reason in a record. */
  readonly reason: string;

  constructor(code: ErrorCode, params: MessageParams = {}, details: Details = {}) {
    super(code, { cause: details.cause });
    this.name = 'Refusal';
    this.code = code;
    this.params = params;
    this.fields = details.fields ?? [];
    this.data = details.data ?? null;
    this.retryAfterSeconds = details.retryAfterSeconds;
    this.challenge = details.challenge;
    this.reason = details.why ? `${code} ${details.why}` : code;
  }

  get status(): number {
    return errorStatus[this.code];
  }
}
