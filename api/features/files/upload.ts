import { extname, posix } from 'node:path';
import { instant } from '@doorwright/crds/field.ts';
import { lookup } from 'mime-types';
import { authorize } from '../../core/authorize.ts';
import { administers } from '../../core/callers.ts';
import { Refusal } from '../../core/errors.ts';
import { parseNew } from '../../core/objects/input.ts';
import type { Draft, Work } from '../../core/objects/kind-hooks.ts';
import { type RequestContext, recordWrite } from '../../core/objects/records.ts';
import { checkReferences } from '../../core/objects/references.ts';
import type { Upload } from '../../http/multipart.ts';
import { forgetReplaced } from '../../kinds/organization/deleted-files.ts';
import type { SpecialDeps } from '../../kinds/special-deps.ts';
import { checkContent, servedAs } from '../../providers/storage/content.ts';
import { lockKeys, rowsHolding } from '../../providers/storage/held-keys.ts';
import { objectKey, pathParts } from '../../providers/storage/object-key.ts';
import type { StoreDeps } from '../../providers/storage/store.ts';
import { openStore } from '../../providers/storage/stores.ts';
import { authorizeFolder } from './folders.ts';
import { storeWanted } from './provider.ts';

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

/** What stands in a key's row. */
interface Held {
  owner: string;
  user: string;
  created_time: Date;
}

/**
 * May the caller put a file in the place of this one? A user only where it is his: who was called so before him, and was deleted or
 * renamed, may have left it there, and pages show it as that one's.
 */
async function mayReplace(there: Held, { caller, sql, store }: Work): Promise<boolean> {
  if (caller.type !== 'user' || administers(caller, there.owner)) return true;
  const user = await store('user').find(sql, caller.owner, caller.name);
  return there.user === caller.name && user !== undefined && there.created_time >= new Date(user.createdTime);
}

/** Two that come for one key go one after the other; whoever has it elsewhere keeps it, unless his organization was deleted. */
async function takeKey(work: Work, { owner, name }: Draft): Promise<void> {
  const { sql } = work;
  const key = String(name);
  await lockKeys(sql, [key]);
  // First: it waits for an organization that is being brought back with that file.
  await forgetReplaced(sql, key);
  const held: Held[] = await rowsHolding(sql, key).select('owner', 'user', 'created_time');
  for (const there of held)
    if (there.owner !== owner || !(await mayReplace(there, work))) throw new Refusal('duplicate', { kind: 'Resource' });
}

/** The row of a file, in the place of the one that was there. */
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

/** What a file is for: whoever may not change that may not put the file there either. */
async function use(
  { registry, objects }: SpecialDeps,
  { work, context, form, url }: { work: Work; context: RequestContext; form: Form; url: string },
): Promise<void> {
  const set = (kind: string, owner: string, key: string, field: string) =>
    objects.steps.change(registry.named(kind), context, { owner, key }, { [field]: url }, work, [field]);
  const file = posix.basename(form.fullFilePath);
  if (form.tag === 'avatar') await set('user', form.owner, form.user, 'avatar');
  if (form.tag === 'termsOfUse') await set('application', 'admin', posix.basename(file, extname(file)), 'termsOfUse');
}

/** A date in whatever form clients write it, if it is one that the database has. */
function writtenMoment(text: string): string | undefined {
  const date = new Date(text);
  return instant().safeParse(Number.isNaN(date.getTime()) ? '' : date.toISOString()).data;
}

const majorType = (name: string) => (lookup(name) || 'unknown').split('/')[0] as string;

/** Keeps a file and answers where it is. */
export async function upload(
  deps: SpecialDeps & StoreDeps,
  context: RequestContext,
  form: Form,
  { content, fileName }: Pick<Upload, 'content' | 'fileName'>,
): Promise<{ url: string; key: string }> {
  const { owner, user, tag, parent, description } = form;
  const { caller, now } = context;
  authorize('self', caller, { organization: owner, user: { owner, name: user } });
  const parts = pathParts(form.fullFilePath);
  authorizeFolder(caller, { owner, user }, parts, tag);
  const { provider, application } = await storeWanted(deps, caller, form);
  const file = parts.at(-1) as string;
  await checkContent(file, content, tag);
  const store = openStore(provider, owner, deps);
  const key = objectKey(provider, parts);
  const url = `${store.urlOf(key)}?t=${now.getTime()}000000`;
  const parsed = parseNew(
    deps.registry.named('resource'),
    {
      ...{ owner, name: key, user, provider: provider.name, application, tag, parent, description, url },
      ...{ fileName: fileName || file, fileType: majorType(file), fileFormat: extname(file), fileSize: content.length },
    },
    now,
  ) as Draft;
  // By it one tells whose file it is.
  const createdTime = administers(caller, owner) ? writtenMoment(form.createdTime) : undefined;
  const draft = createdTime ? { ...parsed, createdTime } : parsed;
  await deps.objects.steps.writing(deps.registry.named('resource'), context, async (work) => {
    await takeKey(work, draft);
    await writeRow(work, context, draft);
    await use(deps, { work, context, form, url });
    // Last: what is refused above leaves no file behind, and what the store refuses leaves no row and the file before it.
    await store.put({ key, content, ...servedAs(file) });
  });
  return { url, key };
}
