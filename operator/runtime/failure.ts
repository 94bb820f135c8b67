import { KubernetesError } from './cluster/kubernetes-error.ts';
import { retryAfterOf } from './pace/retry-after.ts';
import { isUnavailable } from './pace/unavailable.ts';
import { Blocked, type Conclusion } from './reconciler.ts';

export interface Failure extends Conclusion {
  /**
   * terminal: waits for a change. denied: the cluster refuses us, which no event tells the end of. unavailable: says nothing
   * about the object, so one that is Ready stays so. conflict: two writers met, nobody's fault. failed: everything else.
   */
  cause: 'terminal' | 'denied' | 'unavailable' | 'conflict' | 'failed';
}

/**
 * What an error thrown in a pass means. Messages are the same each time, or every retry would be a status write: one for all that
 * an outage brings, since a connection is refused now and times out later. The log tells them apart.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Blocked) {
    const { detail, next, afterMs } = error;
    const cause = next === 'settled' ? 'terminal' : 'failed';
    return { cause, details: [detail], next, ...(afterMs !== undefined && { afterMs }) };
  }
  // A 404 is the same story: the object went while we looked at it, which the cache will show in a moment.
  if (error instanceof KubernetesError && (error.isConflict || error.status === 404))
    return { cause: 'conflict', details: [], next: 'retry' };
  if (error instanceof KubernetesError && error.status === 403) return denied(error);
  if (error instanceof KubernetesError && (error.status === 400 || error.status === 422)) return refused(error);
  const afterMs = retryAfterOf(error);
  const away = isUnavailable(error);
  const message = away
    ? 'The API cannot be reached, fails or asks to wait; it is tried again'
    : `The pass failed and is repeated: ${error instanceof Error ? error.message : String(error)}`;
  return {
    cause: away ? 'unavailable' : 'failed',
    details: [
      ...(away ? [{ type: 'Synced', status: 'False', reason: 'BackendUnavailable', message } as const] : []),
      { type: 'Reconciling', status: 'True', reason: 'Retrying', message },
    ],
    next: 'retry',
    ...(afterMs !== undefined && { afterMs }),
  };
}

/** A person must grant what is missing. In a namespace that is on its way out nothing is granted, and soon nothing asked. */
function denied({ message, isOfEndingNamespace }: KubernetesError): Failure {
  if (isOfEndingNamespace) return { cause: 'conflict', details: [], next: 'retry' };
  const text = `The cluster does not let the operator do what is needed: ${message}`;
  const detail = { type: 'Stalled', status: 'True', reason: 'PermissionDenied', message: text } as const;
  return { cause: 'denied', details: [detail], next: 'retry' };
}

/** What the spec makes us write, such as a Secret, is nothing that a cluster keeps: it would say so again each time. */
function refused({ message }: KubernetesError): Failure {
  const text = `The cluster refuses what follows from the spec: ${message}`;
  const detail = { type: 'Stalled', status: 'True', reason: 'InvalidSpec', message: text } as const;
  return { cause: 'terminal', details: [detail], next: 'settled' };
}
