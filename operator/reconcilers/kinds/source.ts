import type { DeclaredKind } from '@doorwright/crds/derive/is-declared.ts';
import { ApiRefusal } from '../../api/api-refusal.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { idOf, idWithin, memoryKey } from '../core/api-id.ts';
import { type Finish, together } from '../core/finish.ts';
import { approval, hasApproval } from '../core/requests.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Rules } from '../pass/rules.ts';
import { runConditions, runEvents } from './run-words.ts';
import { nextShown, runIn, shownBefore } from './shown-run.ts';

type SourceKind = Pick<DeclaredKind, 'name' | 'owner' | 'key'>;

const againMs = 1000;
const busyMs = 10_000;

/**
 * Approves the run that waits. A resource that is new here approves nothing: whoever wrote its annotation has not seen this run, as after
 * the loss of a cluster.
 */
async function approve(kind: SourceKind, object: Declared, pass: Pass<Declared>, services: Services): Promise<Finish> {
  const handled = { lastHandledApproveRun: approval(object) };
  if (!hasApproval(object) || object.status?.externalId === undefined) return { facts: handled };
  const { uid } = object.metadata;
  try {
    const { outcome } = await services.api.approveRun(idWithin({ kind }, object, services), uid, pass.signal);
    if (outcome === 'nothing') return { facts: handled };
  } catch (error) {
    // Another run of the source goes on, and this one comes after it.
    if (error instanceof ApiRefusal && error.code === 'Busy') return { afterMs: busyMs };
    throw error;
  }
  services.memory.unsettle(memoryKey(idOf({ kind }, object, services)));
  const note = 'Approved the run that waited';
  return {
    facts: handled,
    events: [{ type: 'Normal', reason: 'Approved', action: 'Sync', note }],
    afterMs: againMs,
  };
}

/** The rules of a source of users. `timeField` has the time of its last run. Runs change no etag, and the change feed names each new state. */
export const source = (kind: SourceKind, timeField: string): Omit<Rules, 'kind'> => ({
  // Otherwise it would go on writing users of the organization.
  stops: (_, { isDenied, isOutside }) => isDenied || isOutside,
  reads: ['syncState', 'lastCounts', 'nextRunTime', timeField],
  tells(object, found, { now }, { memory }) {
    const before = shownBefore(object);
    const present = runIn(found, timeField);
    const running = [object.metadata.uid, before?.syncState, present.lastRunTime, found.nextRunTime].join(' ');
    const { run, afterMs } = nextShown(before, present, () => now - memory.firstSeen(running, now));
    return {
      details: runConditions(run, object),
      facts: { ...run },
      events: runEvents(before, run, object),
      ...(afterMs !== undefined && { afterMs }),
    };
  },
  finish: async ({ input: { object } }, pass, services) =>
    together(await approve(kind, object, pass, services), {
      // Permitted again: the spec says whether it runs.
      facts: { switchedOffTime: undefined },
    }),
});
