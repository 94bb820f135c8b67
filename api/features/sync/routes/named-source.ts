import type { SyncRun } from '@doorwright/crds/kinds/sync-run.ts';
import { type SourceKind, sourceKinds } from '@doorwright/crds/options/sync.ts';
import { Refusal } from '../../../core/errors.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { parseId } from '../../../core/objects/storage/ids.ts';
import type { SyncDeps } from '../deps.ts';
import { type Source, sourceOf, sourceWithId } from '../source.ts';
import { findRun } from '../store/run-store.ts';

const missingRun = (id: string) => new Refusal('not-found', { kind: 'SyncRun', id });

/** A source that the caller may change, with its secrets. */
export async function sourceNamed(
  deps: SyncDeps,
  context: RequestContext,
  name: SourceKind,
  id: string | undefined,
): Promise<Source> {
  const kind = deps.registry.named(name);
  const at = parseId(kind, id);
  const work = { ...deps, sql: deps.db, caller: context.caller, now: context.now };
  const object = await deps.objects.steps.load(kind, 'update', at, work);
  return sourceOf(deps.db, deps, name, object);
}

export function kindNamed(kind: string | undefined): SourceKind {
  const known = sourceKinds.find((each) => each === kind);
  if (!known)
    throw new Refusal(
      'invalid',
      {},
      { fields: [{ field: 'kind', code: 'not-one-of', params: { allowed: sourceKinds.join(', ') } }] },
    );
  return known;
}

/** A run whose source the caller may change. A run of another organization looks missing. */
export async function runNamed(
  deps: SyncDeps,
  context: RequestContext,
  id: string | undefined,
): Promise<{ run: SyncRun; source: Source }> {
  if (!id) throw new Refusal('missing-parameter', { name: 'run' });
  const run = await findRun(deps.db, deps, id);
  const found = run && (await sourceWithId(deps.db, deps, run.source));
  if (!run || !found) throw missingRun(id);
  try {
    return { run, source: await sourceNamed(deps, context, found.kind, `${found.owner}/${found.key}`) };
  } catch (error) {
    if (error instanceof Refusal && error.code !== 'sign-in-first') throw missingRun(id);
    throw error;
  }
}
