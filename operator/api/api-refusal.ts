import { retryAfterMs } from '../runtime/pace/retry-after.ts';

/** A problem (RFC 9457) as the declared surface answers it. */
export interface Problem {
  detail?: string;
  code?: string;
  fields?: readonly { field: string; message: string }[];
  [member: string]: unknown;
}

/** The API refused a request. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly problem: Problem;
  /** The runtime retries after this time. The object itself is not in doubt. */
  readonly retryAfterMs: number | undefined;

  constructor(status: number, problem: Problem, retryAfter: string | null) {
    const fields = (problem.fields ?? []).map(({ field, message }) => `${field} ${message}`);
    super([problem.detail ?? `The API answered ${status}`, ...fields].join('; '));
    this.name = 'ApiRefusal';
    this.status = status;
    this.code = problem.code ?? '';
    this.problem = problem;
    this.retryAfterMs = retryAfterMs(retryAfter ?? (status === 429 || status === 503 ? '1' : null));
  }
}
