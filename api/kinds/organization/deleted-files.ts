import { randomUUID } from 'node:crypto';
import { snake, storedFields } from '@doorwright/crds/derive/tables.ts';
import { resource } from '@doorwright/crds/kinds/resource.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import type { Deletion } from '../../core/objects/rules/kind-hooks.ts';
import type { Sql } from '../../db/knex.ts';
import { fileRemoval } from './file-removal.ts';

/** Files for one job. A job with all files of an organization would run too long to be retried. */
const filesPerJob = 100;

interface Rows {
  table: 'resources' | 'deleted_files';
  owner: string;
  /** Only the files of this user. An earlier user of the same name may have left others. */
  user?: { name: string; createdTime: string };
}

const columns = storedFields(resource)
  .map(({ name }) => `"${snake(name)}"`)
  .filter((column) => column !== '"owner"')
  .join(', ');

async function move(sql: Sql, from: Rows, to: Rows): Promise<void> {
  const { user } = from;
  await sql.raw(
    `WITH moved AS (
       DELETE FROM "${from.table}" WHERE owner = :from ${user ? 'AND "user" = :user AND created_time >= :since' : ''}
       RETURNING ${columns}
     )
     INSERT INTO "${to.table}" (owner, ${columns}) SELECT :to, ${columns} FROM moved`,
    { from: from.owner, to: to.owner, ...(user && { user: user.name, since: user.createdTime }) },
  );
}

/** Adds jobs that remove the files of a deletion. */
async function removeLater(sql: Sql, organization: string, { name, expireTime }: Deletion): Promise<void> {
  const { rows } = await sql.raw(
    `SELECT min(name) AS first, max(name) AS last
     FROM (SELECT name, (row_number() OVER (ORDER BY name) - 1) / :filesPerJob AS job FROM deleted_files WHERE owner = :name) AS each
     GROUP BY job`,
    { name, filesPerJob },
  );
  await enqueue(
    sql,
    fileRemoval,
    ...rows.map((range: { first: string; last: string }) => ({
      deletion: name,
      organization,
      dueTime: expireTime,
      ...range,
    })),
  );
}

/** Moves an organization's files to the deleted files. Jobs remove them after the time to restore it. */
export async function keepFiles(sql: Sql, organization: string, deletion: Deletion): Promise<void> {
  await move(sql, { table: 'resources', owner: organization }, { table: 'deleted_files', owner: deletion.name });
  await removeLater(sql, organization, deletion);
}

/** Deletes the files of a user whose account ends. Nobody gets them back, so jobs remove their content now. */
export async function deleteFilesOf(
  sql: Sql,
  { owner, name, createdTime }: Pick<User, 'owner' | 'name' | 'createdTime'>,
  now: Date,
): Promise<void> {
  const deletion = { name: randomUUID(), expireTime: now.toISOString() };
  const from: Rows = { table: 'resources', owner, user: { name, createdTime } };
  await move(sql, from, { table: 'deleted_files', owner: deletion.name });
  await removeLater(sql, owner, deletion);
}

/** Moves the files of a restored organization back. The removal jobs then find nothing. */
export const restoreFiles = (sql: Sql, organization: string, deletion: string): Promise<void> =>
  move(sql, { table: 'deleted_files', owner: deletion }, { table: 'resources', owner: organization });

/** An upload to the path of a deleted file replaces that file, so no job removes it any more. */
export const deleteReplaced = (sql: Sql, key: string): Promise<number> =>
  sql('deleted_files').where({ name: key }).delete();
