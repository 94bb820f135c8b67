import type { SyncLink } from '@doorwright/crds/kinds/sync-link.ts';
import type { Syncer } from '@doorwright/crds/kinds/syncer.ts';
import type { User } from '@doorwright/crds/kinds/user.ts';
import { type JobKind, PermanentFailure } from '../../../core/jobs/kind.ts';
import { digestOfValue, type WriteBack, writeBackJob } from '../../../kinds/user/write-back-job.ts';
import { SourceError } from '../../../providers/directories/contract.ts';
import { writeUser } from '../../../providers/directories/database/write-user.ts';
import { openReader } from '../../../providers/directories/open-reader.ts';
import type { SyncDeps } from '../deps.ts';
import { problemText } from '../problem-text.ts';
import { readerDeps } from '../reader-deps.ts';
import { errorLine } from '../runs/error-line.ts';
import { type Source, sourceWithId, tellSource } from '../source.ts';
import { links, storeLinks } from '../store/links.ts';

type SyncerSource = Source & { kind: 'syncer' };

/** Whether the source still has the values from before the change. If it changed too, it wins: its next run brings its values. */
async function isUnchangedThere(deps: SyncDeps, source: Source, link: SyncLink, before: WriteBack['before']) {
  const reader = await openReader(source, await readerDeps(deps, source));
  try {
    for await (const { people } of reader.people({ keys: [link.key], signal: AbortSignal.timeout(60_000) })) {
      const person = people.find(({ key }) => key === link.key);
      if (person)
        return Object.entries(before).every(([field, digest]) => digestOfValue(person.fields[field]) === digest);
    }
    return false;
  } finally {
    await reader.close();
  }
}

/** The key that a new row will have: the user's value of the column that is the primary key. */
function keyOfNew({ tablePrimaryKey, tableColumns }: Syncer, user: User): string {
  const column = tableColumns.find(({ name }) => name === tablePrimaryKey);
  const field = column && `${column.casdoorName.charAt(0).toLowerCase()}${column.casdoorName.slice(1)}`;
  const key = field ? String((user as Record<string, unknown>)[field] ?? '') : '';
  if (!key)
    throw new SourceError({ code: 'sync-no-key-column', params: { column: tablePrimaryKey }, field: 'tableColumns' });
  return key;
}

async function addThere(deps: SyncDeps, source: SyncerSource, user: User): Promise<void> {
  const key = keyOfNew(source.object, user);
  await writeUser(source.object, user, { mode: 'insert' }, await readerDeps(deps, source));
  const fields = source.object.tableColumns
    .map(({ casdoorName }) => `${casdoorName.charAt(0).toLowerCase()}${casdoorName.slice(1)}`)
    .filter((field) => !['id', 'createdTime', 'isForbidden', 'password', 'passwordSalt'].includes(field));
  const link = {
    source: source.id,
    key,
    userId: user.id,
    fields,
    wish: user.name,
    wanted: [],
    groups: [],
    digestOf: '',
  };
  await storeLinks(deps.db, deps, [link], deps.now());
}

async function write(deps: SyncDeps, source: SyncerSource, { userId, before, isNew }: WriteBack): Promise<void> {
  const { db, store, log } = deps;
  const row = await db(store('user').table).where({ id: userId }).first();
  if (!row) return;
  const user = store('user').fromRow(row) as unknown as User;
  const found = await db(links).where({ source: source.id, user_id: userId }).first();
  if (isNew) {
    // A run may have linked the user meanwhile.
    if (!found) await addThere(deps, source, user);
    return;
  }
  if (!found) return;
  const link = store('sync-link').fromRow(found) as unknown as SyncLink;
  if (await isUnchangedThere(deps, source, link, before))
    await writeUser(source.object, user, { mode: 'update', key: link.key }, await readerDeps(deps, source));
  else
    log.info({ source: source.title, user: userId }, 'A change was not written back, because the source changed too');
}

async function run(job: WriteBack, deps: SyncDeps): Promise<void> {
  const source = await sourceWithId(deps.db, deps, job.source);
  if (source?.kind !== 'syncer' || !source.object.writesBack) return;
  try {
    await write(deps, source, job);
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const now = deps.now();
    await tellSource(deps.db, deps, source, { error: errorLine(now, problemText('en', error.problem)) }, now);
    if (error.problem.code === 'sync-no-key-column') throw new PermanentFailure(error.message);
    throw error;
  }
}

/** Writes changes of users back to the source that takes them. */
export const writeBacks: JobKind<WriteBack, SyncDeps> = { ...writeBackJob, run };
