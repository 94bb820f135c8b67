import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { rowActions, rowStates } from '@doorwright/crds/options/sync.ts';
import { emit } from '@doorwright/crds/schema/schema.ts';
import { z } from 'zod';
import { parsed } from '../../../http/parsed-form.ts';
import type { Route } from '../../../http/route.ts';
import type { SyncDeps } from '../deps.ts';
import { rowsTable } from '../store/rows.ts';
import { runs } from '../store/run-store.ts';
import { sendRows } from './export-rows.ts';
import { kindNamed, runNamed, sourceNamed } from './named-source.ts';
import { shownRow, shownRun, showRow, showRun } from './shown-run.ts';

const permission = 'organizationAdmin';
const tag = 'Syncer';
const page = {
  p: z.coerce.number().int().min(1).max(100_000).default(1),
  pageSize: z.coerce.number().int().min(1).max(100).default(20),
};
const pageQuery = { p: { about: 'Page, from 1.' }, pageSize: { about: 'Entries of a page, at most 100.' } };
const listed = z.object(page);
const rowFilter = z.object({
  ...page,
  action: z.enum(['', ...rowActions]).default(''),
  state: z.enum(['', ...rowStates]).default(''),
});
const about = z.object({ total: z.int(), nextRunTime: z.string(), state: z.string() });
const runQuery = { run: { about: 'ID of the run.', required: true } } as const;

/** What administrators see of the runs of a source. */
export function readRoutes(deps: SyncDeps): Route[] {
  const { db, store, now } = deps;
  const rowOf = (row: Record<string, unknown>) => store('sync-row').fromRow(row) as unknown as SyncRow;
  return [
    {
      method: 'GET',
      path: '/api/get-sync-runs',
      summary: 'Lists the runs of a source, the latest first, and when the next one comes.',
      ...{ tag, permission },
      query: {
        kind: { about: 'syncer or ldap.', required: true },
        id: { about: 'owner/name of the syncer, or owner/id of the directory.', required: true },
        ...pageQuery,
      },
      answer: { data: { type: 'array', items: emit(shownRun) }, data2: emit(about) },
      async handle({ context, query, http: { res } }) {
        const source = await sourceNamed(deps, context, kindNamed(query.kind), query.id);
        const { p, pageSize } = parsed(listed, { p: query.p, pageSize: query.pageSize });
        const rows = await db(runs)
          .where({ source: source.id })
          .orderBy('created_time', 'desc')
          .offset((p - 1) * pageSize)
          .limit(pageSize);
        const total = await db(runs).where({ source: source.id }).count({ count: '*' }).first();
        const { nextRunTime, syncState } = source.object;
        const shown = { language: res.locals.language, now: now() };
        return {
          data: rows.map((row) => showRun(store('sync-run').fromRow(row) as unknown as SyncRun, source, shown)),
          data2: { total: Number(total?.count), nextRunTime, state: syncState },
        };
      },
    },
    {
      method: 'GET',
      path: '/api/get-sync-run',
      summary: 'Reads one run of a source.',
      ...{ tag, permission },
      query: runQuery,
      answer: { data: emit(shownRun) },
      async handle({ context, query, http: { res } }) {
        const { run, source } = await runNamed(deps, context, query.run);
        return { data: showRun(run, source, { language: res.locals.language, now: now() }) };
      },
    },
    {
      method: 'GET',
      path: '/api/get-sync-rows',
      summary: 'Lists what a run does with each person. data2 is their number.',
      ...{ tag, permission },
      query: {
        ...{ ...runQuery, action: { about: `One of: ${rowActions.join(', ')}.` } },
        state: { about: `One of: ${rowStates.join(', ')}.` },
        ...pageQuery,
      },
      answer: { data: { type: 'array', items: emit(shownRow) }, data2: { type: 'integer' } },
      async handle({ context, query, http: { res } }) {
        const { run } = await runNamed(deps, context, query.run);
        const { run: _run, ...asked } = query;
        const { p, pageSize, action, state } = parsed(rowFilter, asked);
        const wanted = { run: run.id, ...(action && { action }), ...(state && { state }) };
        const rows = await db(rowsTable)
          .where(wanted)
          .orderBy('number')
          .offset((p - 1) * pageSize)
          .limit(pageSize);
        const total = await db(rowsTable).where(wanted).count({ count: '*' }).first();
        return { data: rows.map((row) => showRow(rowOf(row), res.locals.language)), data2: Number(total?.count) };
      },
    },
    {
      method: 'GET',
      path: '/api/export-sync-rows',
      summary: 'What a run does with each person, as a CSV file.',
      ...{ tag, permission },
      query: runQuery,
      file: 'text/csv; charset=utf-8',
      async handle({ context, query, http: { res } }) {
        const { run } = await runNamed(deps, context, query.run);
        await sendRows(deps, run, res);
        return { sent: true };
      },
    },
  ];
}
