import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import type { SourceKind } from '@doorwright/crds/options/sync.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { nameOf } from '../../../core/callers.ts';
import { Refusal } from '../../../core/errors.ts';
import { record } from '../../../core/objects/history/records.ts';
import type { Route, RouteRequest } from '../../../http/route.ts';
import type { SyncDeps } from '../deps.ts';
import { startRun } from '../runs/start-run.ts';
import type { Source } from '../source.ts';
import { sourceNamed } from './named-source.ts';
import { shownRun, showRun } from './shown-run.ts';
import { waitForRun } from './wait-for-run.ts';

const permission = 'organizationAdmin';
const truths = new Set(['true', '1', 'on', '']);

/** Refuses with what the caller must know, and the run beside it. */
function refuseBadEnd(run: SyncRun, data: { problem: string }): void {
  if (run.state === 'held') throw new Refusal('sync-held', {}, { data });
  if (run.state === 'failed') throw new Refusal('sync-failed', { problem: data.problem }, { data });
}

function runRoute(deps: SyncDeps, kind: SourceKind, tag: string, method: Route['method']): Route {
  async function start({ context, query, http: { res } }: RouteRequest, source: Source) {
    const isPlan = query.plan !== undefined && truths.has(query.plan);
    const mode = isPlan ? 'plan' : 'run';
    const startedBy = nameOf(context.caller);
    const started = await startRun(deps, source, { mode, isAutomatic: false, isWhole: true, startedBy });
    await record({ sql: deps.db }, context, {
      ...{ organization: source.organization, object: `${kind} ${source.owner}/${source.key}`, reason: mode },
    });
    const run = await waitForRun(deps, started, () => res.closed);
    const data = showRun(run, source, { language: res.locals.language, now: deps.now() });
    refuseBadEnd(run, data);
    return { data };
  }
  return {
    method,
    path: `/api/run-${kind}`,
    summary: `Runs a ${kind === 'ldap' ? 'directory' : 'syncer'} once, and waits up to 15 seconds for its end. data is the run. With plan it only says what it would do.`,
    ...{ tag, permission },
    query: {
      id: { about: kind === 'ldap' ? 'owner/id of the directory.' : 'owner/name of the syncer.', required: true },
      plan: { about: 'Only plan: no user changes.' },
    },
    answer: { data: emit(shownRun) },
    // A link of anybody could start a run.
    ...(method === 'GET' && { sameOriginOnly: true as const }),
    handle: async (asked) => start(asked, await sourceNamed(deps, asked.context, kind, asked.query.id)),
  };
}

/** Runs that people start by hand. Clients of Casdoor 2022 run a syncer with GET. */
export const runRoutes = (deps: SyncDeps): Route[] => [
  runRoute(deps, 'syncer', 'Syncer', 'POST'),
  runRoute(deps, 'syncer', 'Syncer', 'GET'),
  runRoute(deps, 'ldap', 'Ldap', 'POST'),
];
