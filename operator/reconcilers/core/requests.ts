import { syncPeriodAnnotation } from '../../runtime/pace/sweep.ts';
import type { Declared } from './resource.ts';

export const reconcileAt = 'doorwright.dev/reconcile-at';
const rotateAt = 'doorwright.dev/rotate-at';
export const approveRun = 'doorwright.dev/approve-run';

/** An annotation of a Secret: the `rotate-at` for which it was made. After a crash, the next pass knows that the request is done. */
export const madeForAnnotation = 'doorwright.dev/made-for';

/** Whether an annotation has a new value. The operator never changes annotations, because they belong to git. */
const hasReconcileRequest = ({ metadata, status }: Declared): boolean =>
  isNew(metadata.annotations?.[reconcileAt], status?.lastHandledReconcileAt);

/** Whether the pass must ask the API although the state is known: somebody requests a comparison, now or periodically. */
export const wantsFreshLook = (object: Declared): boolean =>
  hasReconcileRequest(object) || object.metadata.annotations?.[syncPeriodAnnotation] !== undefined;

export const hasRotateRequest = ({ metadata, status }: Declared): boolean =>
  isNew(metadata.annotations?.[rotateAt], status?.lastHandledRotateAt);

export const rotateRequest = ({ metadata }: Declared): string | undefined =>
  metadata.annotations?.[rotateAt]?.slice(0, 1024);

/** Whether somebody asks to approve the run that waits. */
export const hasApproval = ({ metadata, status }: Declared): boolean =>
  isNew(metadata.annotations?.[approveRun], status?.lastHandledApproveRun as string | undefined);

export const approval = ({ metadata }: Declared): string | undefined =>
  metadata.annotations?.[approveRun]?.slice(0, 1024);

export function requestFacts({ metadata }: Declared): { lastHandledReconcileAt?: string } {
  const asked = metadata.annotations?.[reconcileAt];
  return asked ? { lastHandledReconcileAt: asked.slice(0, 1024) } : {};
}

const isNew = (asked: string | undefined, handled: string | undefined) => !!asked && asked.slice(0, 1024) !== handled;
