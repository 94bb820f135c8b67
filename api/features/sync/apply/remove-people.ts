import type { SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import type { Work } from '../../../core/objects/rules/kind-hooks.ts';
import type { SyncDeps } from '../deps.ts';
import type { Source } from '../source.ts';
import { changeLink, linksOf, removeLink } from '../store/links.ts';
import { lockedUser } from './change-people.ts';
import { fieldsOfRow } from './user-columns.ts';
import { writeUser } from './write-user.ts';

/** Blocks a person who is missing in the source. A person whom somebody blocked before is only marked as missing. */
export async function blockMissing(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  source: Source,
  row: SyncRow,
): Promise<void> {
  const link = (await linksOf(work.sql, deps, source.id, [row.key])).get(row.key);
  const user = await lockedUser(work, row.userId);
  if (!link || !user) throw new Refusal('not-found', { kind: 'User', id: row.user });
  const isBlocked = !user.isForbidden;
  if (isBlocked) await writeUser(deps, context, work, user, { isForbidden: true });
  await changeLink(work.sql, deps, link, {
    missingTime: work.now.toISOString(),
    isBlocked: isBlocked || link.isBlocked,
  });
}

/**
 * Deletes a person who has been missing for as long as the source says. The user is marked as deleted first, and removed a week later, so
 * that the run can be taken back.
 */
export async function purgeMissing(
  deps: SyncDeps,
  context: RequestContext,
  work: Work,
  source: Source,
  row: SyncRow,
): Promise<void> {
  const user = await lockedUser(work, row.userId);
  if (!user) throw new Refusal('not-found', { kind: 'User', id: row.user });
  if (row.changes.length > 0) {
    await writeUser(deps, context, work, user, fieldsOfRow(row, 'after'));
    return;
  }
  await deps.objects.steps.remove(deps.registry.named('user'), context, { owner: user.owner, key: user.name }, work);
  await removeLink(work.sql, source.id, row.key);
}
