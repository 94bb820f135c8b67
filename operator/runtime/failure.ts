import { KubernetesError } from './kubernetes-error.ts';
import { retryAfterOf } from './pace/retry-after.ts';
import { isUnavailable } from './pace/unavailable.ts';
import { Blocked, type Conclusion } from './reconciler.ts';

export interface Failure extends Conclusion {
  /**
   * terminal: waits for a change. denied: the cluster refuses, and no event reports the end of that. unavailable: says nothing about
   * the object, so a Ready one stays Ready. conflict: two writers met. failed: everything else.
   */
  cause: 'terminal' | 'denied' | 'unavailable' | 'conflict' | 'failed';
}

/**
 * The meaning of an error in a pass. All errors of an outage get one message, because each new message would be a status write.
 * The log tells them apart.
 */
export function failureOf(error: unknown): Failure {
  if (error instanceof Blocked) {
    const { detail, next, afterMs } = error;
    const cause = next === 'settled' ? 'terminal' : 'failed';
    return { cause, details: [detail], next, ...(afterMs !== undefined && { afterMs }) };
  }
  // A 404 is the same: the object disappeared during the pass, as the cache will show soon.
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

/** A person must grant the missing right, except in a namespace that is being deleted. */
function denied({ message, isOfEndingNamespace }: KubernetesError): Failure {
  if (isOfEndingNamespace) return { cause: 'conflict', details: [], next: 'retry' };
  const text = `The cluster does not let the operator do what is needed: ${message}`;
  const detail = { type: 'Stalled', status: 'True', reason: 'PermissionDenied', message: text } as const;
  return { cause: 'denied', details: [detail], next: 'retry' };
}

/** The cluster refuses an object that follows from the spec, such as a Secret. It would refuse it each time. */
function refused({ message }: KubernetesError): Failure {
  const text = `The cluster refuses what follows from the spec: ${message}`;
  const detail = { type: 'Stalled', status: 'True', reason: 'InvalidSpec', message: text } as const;
  return { cause: 'terminal', details: [detail], next: 'settled' };
}
