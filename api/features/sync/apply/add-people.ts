import type { Organization } from '@doorwright/crds/kinds/organization.ts';
import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import { Refusal } from '../../../core/errors.ts';
import { type RequestContext, record } from '../../../core/objects/history/records.ts';
import { usedAmong } from '../../../core/objects/history/used-ids.ts';
import { checkRights } from '../../../core/objects/rules/check-rights.ts';
import type { Draft, Work } from '../../../core/objects/rules/kind-hooks.ts';
import { organizationNamed } from '../../../core/objects/rules/organization-named.ts';
import { nextRanking, withDefaults } from '../../../kinds/user/user.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { storeLinks } from '../store/links.ts';
import { claimRows, noteUsers, settleRow } from '../store/rows.ts';
import { linkOfRow } from './link-of-row.ts';
import { failureOf } from './row-failure.ts';
import { fieldsOfRow, passwordOfRow } from './user-columns.ts';
import { judgedUser } from './write-user.ts';

interface Adding {
  row: SyncRow;
  user: Draft;
}

/** The new users of some rows. A row with a wrong value fails alone. */
async function draftsOf(
  deps: SyncDeps,
  work: Work,
  source: Source,
  { rows, organization }: { rows: readonly SyncRow[]; organization: Organization },
): Promise<Adding[]> {
  let ranking = await nextRanking(source.organization, work);
  const drafts: Adding[] = [];
  for (const row of rows) {
    try {
      const fields = { owner: source.organization, ...fieldsOfRow(row, 'after'), ...passwordOfRow(row, work.now) };
      const draft = judgedUser(deps, fields, work.now);
      checkRights(draft, undefined, work);
      drafts.push({ row, user: withDefaults(draft, organization, ranking++) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      await settleRow(work.sql, row, 'done', { state: 'failed', ...failureOf(error) });
    }
  }
  return drafts;
}

async function insertUsers({ sql, store }: Work, adding: readonly Adding[]): Promise<Set<string>> {
  const { table, toRow, kind } = store('user');
  const used = await usedAmong(
    sql,
    kind,
    adding.map(({ user }) => String(user.id)),
  );
  const rows = adding.filter(({ user }) => !used.has(String(user.id))).map(({ user }) => toRow(user));
  if (rows.length === 0) return new Set();
  const written = await sql(table).insert(rows).onConflict().ignore().returning('id');
  return new Set(written.map(({ id }) => id));
}

/**
 * Adds the people of some rows in one transaction, with their links. It has one record, because a first run may add a million people;
 * the rows of the run say who they are.
 */
export async function addPeople(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  source: Source,
  rows: readonly SyncRow[],
): Promise<{ added: number; failed: number; users: Map<string, Draft> }> {
  const organization = await organizationNamed(source.organization, work);
  if (!organization) throw new Refusal('not-found', { kind: 'organization', id: source.organization });
  const drafts = await draftsOf(deps, work, source, { rows: await claimRows(work.sql, rows), organization });
  const written = await insertUsers(work, drafts);
  const done = drafts.filter(({ user }) => written.has(String(user.id)));
  // Another user has the name, address or ID.
  for (const { row, user } of drafts)
    if (!written.has(String(user.id)))
      await settleRow(work.sql, row, 'done', { state: 'failed', code: 'source-user-taken' });
  await noteUsers(
    work.sql,
    done.map(({ row, user }) => ({ row: row.id, userId: String(user.id) })),
  );
  await storeLinks(
    work.sql,
    deps,
    done.map(({ row, user }) => linkOfRow(source, row, user)),
    work.now,
  );
  if (done.length > 0)
    await record(work, context, {
      organization: source.organization,
      object: `${done.length} users`,
      reason: source.title,
    });
  return {
    added: done.length,
    failed: rows.length - done.length,
    users: new Map(done.map(({ row, user }) => [row.id, user])),
  };
}
