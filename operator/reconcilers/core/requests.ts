import { syncPeriodAnnotation } from '../../runtime/pace/sweep.ts';
import type { Declared } from './resource.ts';

export const reconcileAt = 'doorwright.dev/reconcile-at';
const rotateAt = 'doorwright.dev/rotate-at';

/** On a Secret: the `rotate-at` that it was made for. A pass that was cut off after writing it knows so that it has obeyed. */
export const madeForAnnotation = 'doorwright.dev/made-for';

/** Asked for by annotation and not yet obeyed. Any new token counts; we never touch annotations, since git owns them. */
const hasReconcileRequest = ({ metadata, status }: Declared): boolean =>
  isNew(metadata.annotations?.[reconcileAt], status?.lastHandledReconcileAt);

/** What we remember of the API does not do: somebody asks for a look now, or for one in each period of its own. */
export const wantsFreshLook = (object: Declared): boolean =>
  hasReconcileRequest(object) || object.metadata.annotations?.[syncPeriodAnnotation] !== undefined;

export const hasRotateRequest = ({ metadata, status }: Declared): boolean =>
  isNew(metadata.annotations?.[rotateAt], status?.lastHandledRotateAt);

export const rotateRequest = ({ metadata }: Declared): string | undefined =>
  metadata.annotations?.[rotateAt]?.slice(0, 1024);

export function requestFacts({ metadata }: Declared): { lastHandledReconcileAt?: string } {
  const asked = metadata.annotations?.[reconcileAt];
  return asked ? { lastHandledReconcileAt: asked.slice(0, 1024) } : {};
}

const isNew = (asked: string | undefined, handled: string | undefined) => !!asked && asked.slice(0, 1024) !== handled;
