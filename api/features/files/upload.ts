import { readFile } from 'node:fs/promises';
import { extname, posix } from 'node:path';
import { instant } from '@doorwright/crds/field.ts';
import { hasTooManyTags, mostTags } from '@doorwright/crds/values/page-html.ts';
import { isUploadable } from '@doorwright/crds/values/uploadable.ts';
import { lookup } from 'mime-types';
import { authorize } from '../../core/authorize.ts';
import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { type RequestContext, recordWrite } from '../../core/objects/history/records.ts';
import { checkReferences } from '../../core/objects/references/references.ts';
import { parseNew } from '../../core/objects/rules/input.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { largestTerms } from '../../core/page-html/largest-terms.ts';
import type { Upload } from '../../http/multipart.ts';
import type { SpooledFile } from '../../http/spooled.ts';
import { deleteReplaced } from '../../kinds/organization/deleted-files.ts';
import type { RouteDeps } from '../../kinds/route-deps.ts';
import { checkContent, servedAs } from '../../providers/storage/content.ts';
import type { StoreDeps } from '../../providers/storage/file-service.ts';
import { lockKeys, rowsHolding } from '../../providers/storage/held-keys.ts';
import { objectKey, pathParts } from '../../providers/storage/object-key.ts';
import { openStore } from '../../providers/storage/open.ts';
import { authorizeFolder } from './authorize-folder.ts';
import { storeForUpload } from './storage-provider.ts';

export interface Form {
  owner: string;
  user: string;
  application: string;
  tag: string;
  parent: string;
  fullFilePath: string;
  provider: string;
  createdTime: string;
  description: string;
}

/** The row of a key. */
interface Held {
  owner: string;
  user: string;
  created_time: Date;
}

/**
 * Tells whether the caller may replace this file. A user may replace only their own. A deleted or renamed user of
 * the same name may have left the file, and pages show it as theirs.
 */
async function mayReplace(there: Held, { caller, sql, store }: Work): Promise<boolean> {
  if (caller.type !== 'user' || administers(caller, there.owner)) return true;
  const user = await store('user').find(sql, caller.owner, caller.name);
  return there.user === caller.name && user !== undefined && there.created_time >= new Date(user.createdTime);
}

/** Uploads for one key take turns. A key of another organization is refused, unless that organization was deleted. */
async function takeKey(work: Work, { owner, name }: Draft): Promise<void> {
  const { sql } = work;
  const key = String(name);
  await lockKeys(sql, [key]);
  // First, because it waits for a restore of the organization that had the file.
  await deleteReplaced(sql, key);
  const held: Held[] = await rowsHolding(sql, key).select('owner', 'user', 'created_time');
  for (const there of held)
    if (there.owner !== owner || !(await mayReplace(there, work))) throw new Refusal('duplicate', { kind: 'Resource' });
}

/** Writes the row of a file, and replaces a previous one. */
async function writeRow(work: Work, context: RequestContext, draft: Draft): Promise<void> {
  const kind = work.registry.named('resource');
  const rows = work.store('resource');
  const before = await rows.find(work.sql, draft.owner, String(draft.name), 'forNoKeyUpdate');
  await checkReferences(work.sql, work.registry, { kind, object: draft, before, caller: work.caller });
  const stored = before
    ? await rows.update(work.sql, draft.owner, String(draft.name), { ...draft, version: before.version + 1 })
    : await rows.insert(work.sql, draft);
  await recordWrite(work, context, { kind, object: stored });
}

/** Sets the field that the file is for. A caller who may not change the field may not store the file. */
async function setTargetField(
  { registry, objects }: RouteDeps,
  { work, context, form, url }: { work: Work; context: RequestContext; form: Form; url: string },
): Promise<void> {
  const set = (kind: string, owner: string, key: string, field: string) =>
    objects.steps.change(registry.named(kind), context, { owner, key }, { [field]: url }, work, [field]);
  const file = posix.basename(form.fullFilePath);
  if (form.tag === 'avatar') await set('user', form.owner, form.user, 'avatar');
  if (form.tag === 'termsOfUse') await set('application', 'admin', posix.basename(file, extname(file)), 'termsOfUse');
}

/** A date in any form that clients write, if Postgres can store it. */
function writtenMoment(text: string): string | undefined {
  const date = new Date(text);
  return instant().safeParse(Number.isNaN(date.getTime()) ? '' : date.toISOString()).data;
}

/** The page where people upload files by hand. Programs name pages of their own, and store files of every type. */
const byHand = 'ResourceListPage';

const majorType = (name: string) => (lookup(name) || 'unknown').split('/')[0] as string;

/** Others would be stored and never shown. */
async function checkTerms({ path, size }: SpooledFile): Promise<void> {
  if (size > largestTerms) throw new Refusal('body-too-large', { limit: '1mb' });
  if (hasTooManyTags(await readFile(path, 'utf8'))) throw new Refusal('html-too-long', { limit: mostTags });
}

/** Stores a file and returns its address. */
export async function upload(
  deps: RouteDeps & StoreDeps,
  context: RequestContext,
  form: Form,
  { content, fileName }: Pick<Upload<SpooledFile>, 'content' | 'fileName'>,
): Promise<{ url: string; key: string }> {
  const { owner, user, tag, parent, description } = form;
  const { caller, now } = context;
  authorize('self', caller, { organization: owner, user: { owner, name: user } });
  const parts = pathParts(form.fullFilePath);
  authorizeFolder(caller, { owner, user }, parts, tag);
  const { provider, application } = await storeForUpload(deps, caller, form, now);
  const file = parts.at(-1) as string;
  if (tag === 'termsOfUse') await checkTerms(content);
  if (parent === byHand && !isUploadable(file, lookup(file) || '')) throw new Refusal('file-type-refused');
  await checkContent(file, content.path, tag);
  const store = openStore(provider, owner, deps);
  const key = objectKey(provider, parts);
  const url = `${store.urlOf(key)}?t=${now.getTime()}000000`;
  const parsed = parseNew(
    deps.registry.named('resource'),
    {
      ...{ owner, name: key, user, provider: provider.name, application, tag, parent, description, url },
      ...{ fileName: fileName || file, fileType: majorType(file), fileFormat: extname(file), fileSize: content.size },
    },
    now,
  ) as Draft;
  // The creation time decides whose file it is, so only administrators may choose it.
  const createdTime = administers(caller, owner) ? writtenMoment(form.createdTime) : undefined;
  const draft = createdTime ? { ...parsed, createdTime } : parsed;
  await deps.objects.steps.writing(deps.registry.named('resource'), context, async (work) => {
    await takeKey(work, draft);
    await writeRow(work, context, draft);
    await setTargetField(deps, { work, context, form, url });
    // Last. After a refusal above, no file is left. After a failure of the store, the transaction restores the
    // previous row.
    await store.storeFile({ key, content, ...servedAs(file) });
  });
  return { url, key };
}
