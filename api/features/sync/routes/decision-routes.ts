import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { nameOf } from '../../../core/callers.ts';
import { record } from '../../../core/objects/history/records.ts';
import type { Route } from '../../../http/route.ts';
import type { SyncDeps } from '../deps.ts';
import { approveRun, cancelRun, undo } from '../runs/decisions.ts';
import type { Source } from '../source.ts';
import { findRun } from '../store/run-store.ts';
import { runNamed } from './named-source.ts';
import { shownRun, showRun } from './shown-run.ts';

type Decide = (source: Source, run: SyncRun, by: string) => Promise<void>;

function decisionRoute(deps: SyncDeps, path: Route['path'], summary: string, decide: Decide): Route {
  return {
    ...{ method: 'POST', path, summary, tag: 'Syncer', permission: 'organizationAdmin' },
    query: { run: { about: 'ID of the run.', required: true } },
    answer: { data: emit(shownRun) },
    async handle({ context, query, http: { res } }) {
      const { run, source } = await runNamed(deps, context, query.run);
      await decide(source, run, nameOf(context.caller));
      const object = `${source.kind} ${source.owner}/${source.key}`;
      await record({ sql: deps.db }, context, { organization: source.organization, object, reason: run.id });
      const after = (await findRun(deps.db, deps, run.id)) ?? run;
      return { data: showRun(after, source, { language: res.locals.language, now: deps.now() }) };
    },
  };
}

/** What a person decides about a run. */
export const decisionRoutes = (deps: SyncDeps): Route[] => [
  decisionRoute(
    deps,
    '/api/approve-sync-run',
    'Applies the plan of a run. It is also the approval of its source for automatic runs.',
    (source, run, by) => approveRun(deps, source, run, by),
  ),
  decisionRoute(
    deps,
    '/api/undo-sync-run',
    'Takes the changes of a run of the last seven days back. What somebody has changed since stays.',
    (source, run) => undo(deps, source, run),
  ),
  decisionRoute(deps, '/api/cancel-sync-run', 'Stops a run that reads its source or waits.', (source, run) =>
    cancelRun(deps, source, run),
  ),
];
