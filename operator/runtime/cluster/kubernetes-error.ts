import { retryAfterMs } from '../pace/retry-after.ts';

/** The `Status` object of the API server, as far as anyone here reads it. */
export interface StatusBody {
  kind?: string;
  code?: number;
  reason?: string;
  message?: string;
  details?: { retryAfterSeconds?: number; causes?: { reason?: string; message?: string }[] };
}

/** The API server answered, and the answer was no. */
export class KubernetesError extends Error {
  readonly status: number;
  readonly reason: string;
  readonly retryAfterMs: number | undefined;
  readonly causes: readonly string[];

  constructor(body: StatusBody, status: number, retryAfterHeader?: string) {
    super(body.message ?? `The API server answered ${status}`);
    this.name = 'KubernetesError';
    this.status = body.code ?? status;
    this.reason = body.reason ?? '';
    this.causes = (body.details?.causes ?? []).map((cause) => cause.reason ?? '');
    this.retryAfterMs = retryAfterMs(retryAfterHeader ?? body.details?.retryAfterSeconds);
  }

  /** Our place in the history is gone (compaction) or not yet known to this server: only a new list helps. */
  get lostItsPlace(): boolean {
    return this.status === 410 || this.reason === 'Expired' || this.causes.includes('ResourceVersionTooLarge');
  }

  get isConflict(): boolean {
    return this.status === 409;
  }

  /** Nothing is made any more in a namespace that is on its way out. */
  get isOfEndingNamespace(): boolean {
    return this.status === 403 && this.message.includes('being terminated');
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubernetesError && error.status === 404;
}
