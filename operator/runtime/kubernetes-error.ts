import { retryAfterMs } from './pace/retry-after.ts';

/** The `Status` object of the API server, as far as it is used here. */
export interface StatusBody {
  kind?: string;
  code?: number;
  reason?: string;
  message?: string;
  details?: { retryAfterSeconds?: number; causes?: { reason?: string; message?: string }[] };
}

/** The API server refused a request. */
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

  /** The watch position is lost by compaction, or newer than this server. Only a new list helps. */
  get lostItsPlace(): boolean {
    return this.status === 410 || this.reason === 'Expired' || this.causes.includes('ResourceVersionTooLarge');
  }

  get isConflict(): boolean {
    return this.status === 409;
  }

  /** Nothing can be created in a namespace that is being deleted. */
  get isOfEndingNamespace(): boolean {
    return this.status === 403 && this.message.includes('being terminated');
  }
}

export function isNotFound(error: unknown): boolean {
  return error instanceof KubernetesError && error.status === 404;
}
