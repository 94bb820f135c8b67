import { createHash } from 'node:crypto';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { JobDefinition } from '../../core/jobs/kind.ts';
import { isSame } from '../../core/objects/rules/empty-value.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import type { FieldSource } from './source-fields.ts';

export interface WriteBack {
  /** ID of the source. */
  source: string;
  userId: string;
  /** Digests of the values before the change, by field. None for a new user. A job holds no values of people. */
  before: Readonly<Record<string, string>>;
  isNew: boolean;
}

/** Writes a change of a user into the source that takes changes back. The folder `features/sync/write-back` runs this job. */
export const writeBackJob: JobDefinition<WriteBack> = {
  name: 'sync-write-back',
  retry: { times: 8, firstSeconds: 2, mostSeconds: 600 },
  atOnce: 4,
  lines: 1,
  withinSeconds: 120,
  groupOf: ({ source }) => source,
};

export const digestOfValue = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(value ?? ''))
    .digest('base64url');

/** Adds the jobs of a change, in its transaction. */
export async function writeBackChange(
  { sql }: Pick<Work, 'sql'>,
  sources: readonly FieldSource[],
  { draft, before }: { draft: Draft; before: Draft },
): Promise<void> {
  for (const { source, fields, takesChanges } of sources) {
    if (!takesChanges) continue;
    const changed = fields.filter((field) => !isSame(draft[field], before[field]));
    if (changed.length === 0) continue;
    const digests = Object.fromEntries(changed.map((field) => [field, digestOfValue(before[field])]));
    await enqueue(sql, writeBackJob, { source, userId: String(before.id), before: digests, isNew: false });
  }
}

/** Adds the job of a new user who signed up: the oldest enabled syncer of the organization that takes changes gets them. */
export async function writeBackNewcomer(
  sql: Sql,
  syncers: string,
  { owner, id }: { owner: string; id: string },
): Promise<void> {
  const first = await sql(syncers)
    .where({ organization: owner, is_enabled: true, writes_back: true })
    .whereNot('source_id', '')
    .orderBy('created_time')
    .first('source_id');
  if (first) await enqueue(sql, writeBackJob, { source: first.source_id, userId: id, before: {}, isNew: true });
}
