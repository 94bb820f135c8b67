import { group } from '@doorwright/crds/derive/api-version.ts';
import type { Detail } from '../../runtime/conditions.ts';
import type { ObjectEvent } from '../../runtime/object-event.ts';
import { approveRun } from '../core/requests.ts';
import type { Declared } from '../core/resource.ts';
import type { ShownRun } from './shown-run.ts';

type Named = Pick<Declared, 'kind' | 'metadata'>;
type Run = Pick<ShownRun, 'syncState' | 'lastCounts'>;

const howToGoOn = ({ kind, metadata: { namespace, name } }: Named): string =>
  `Look at it in the console and approve it there, or with: kubectl -n ${namespace} annotate ${kind.toLowerCase()}s.${group}/${name} --overwrite ${approveRun}="$(date -Is)"`;

const planOf = ({ read = 0, add = 0, link = 0, change = 0, disable = 0, purge = 0 }: Record<string, number>): string =>
  `would add ${add}, change ${change + link}, block ${disable} and delete ${purge} of the people; the source has ${read}`;

const waits = (why: string) => (run: Run, named: Named) => {
  const { lastCounts = {} } = run;
  if (lastCounts.undone) return 'The last run was taken back, and the next one waits for approval';
  return `The run ${planOf(lastCounts)}. ${why}. ${howToGoOn(named)}`;
};

type Words = (run: Run, named: Named) => string;

const words: Record<ShownRun['syncState'], Words> = {
  None: () => 'The source has not run yet',
  Waiting: waits('It waits for approval, as the first run does, and each after one that was taken back'),
  Running: () => 'A run goes on',
  Held: waits('It stopped before anything changed, because that is more than its limits allow, or nobody is left'),
  Done: () => 'The last run did what it planned',
  Degraded: ({ lastCounts: { failed = 0 } = {} }) =>
    `The last run left out ${failed} of the people or groups; its page in the console says why`,
  Failed: () => 'The last run failed; its page in the console says why',
};

const statusOf = ({ syncState }: Run): 'True' | 'False' | 'Unknown' => {
  if (syncState === 'Done') return 'True';
  return syncState === 'None' || syncState === 'Running' ? 'Unknown' : 'False';
};

/** The conditions Synced and Held of a source. */
export function runConditions(run: Run, named: Named): Detail[] {
  const { syncState } = run;
  const message = words[syncState](run, named);
  const reason = syncState === 'None' ? 'NotRun' : syncState;
  const isHeld = syncState === 'Held';
  return [
    { type: 'Synced', status: statusOf(run), reason, message },
    isHeld
      ? { type: 'Held', status: 'True', reason: 'Held', message }
      : { type: 'Held', status: 'False', reason: 'NotHeld', message: 'No run is held' },
  ];
}

const eventOf: Partial<Record<ShownRun['syncState'], Pick<ObjectEvent, 'type' | 'reason'>>> = {
  Waiting: { type: 'Normal', reason: 'Waiting' },
  Held: { type: 'Warning', reason: 'Held' },
  Done: { type: 'Normal', reason: 'Synced' },
  Degraded: { type: 'Warning', reason: 'SyncDegraded' },
  Failed: { type: 'Warning', reason: 'SyncFailed' },
};

/** The event of a new state. */
export function runEvents(before: Run | undefined, run: Run, named: Named): ObjectEvent[] {
  const event = before?.syncState === run.syncState ? undefined : eventOf[run.syncState];
  return event ? [{ ...event, action: 'Sync', note: words[run.syncState](run, named) }] : [];
}
