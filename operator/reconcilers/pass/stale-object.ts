import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ApiRefusal } from '../../api/api-refusal.ts';
import type { Difference } from '../../api/declared-objects.ts';
import type { Conclusion, Pass } from '../../runtime/reconciler.ts';
import { pathsOf, shownDrift } from '../core/drift.ts';
import type { Memory } from '../core/memory.ts';
import type { Declared } from '../core/resource.ts';

interface Found {
  etag: string;
  drift: readonly Difference[];
  actor: string;
}

export const isStale = ({ code }: ApiRefusal): boolean => code === 'Stale';

/** Whether the last pass ended with a stale object. Its differences are reported, and may now be reverted. */
export const wasStale = ({ status }: Declared): boolean =>
  status?.conditions?.some(({ type, reason }) => type === 'Synced' && reason === 'Conflict') ?? false;

/**
 * Somebody changed the object since the last read (412), and nothing was written. The conclusion reports the present state and who
 * changed it. The next pass plans from there.
 */
export function staleConclusion(
  kind: DeclaredKind,
  { problem }: ApiRefusal,
  object: Declared,
  { memory, key, now }: { memory: Memory; key: string } & Pick<Pass<Declared>, 'now'>,
): Conclusion {
  const { etag, drift = [], actor: by = '' } = (problem.current ?? {}) as Partial<Found>;
  // The operator's own changes are no news.
  const actor = by.startsWith('operator/') ? undefined : by || undefined;
  memory.unsettle(key, { actor, etag });
  const paths = pathsOf(drift);
  const who = actor ? ` by ${actor}` : '';
  const differs = paths && `, and differs in ${paths}`;
  const message = `The object was changed in the API${who} after it was last looked at${differs}; the next pass compares it again`;
  return {
    details: [
      { type: 'Synced', status: 'False', reason: 'Conflict', message },
      ...(paths
        ? [{ type: 'Drifted', status: 'True', reason: 'FieldsDiffer', message: `${paths} differ` } as const]
        : []),
    ],
    facts: { drift: shownDrift(kind, object, drift, { now, actor }) },
    next: 'retry',
  };
}
