import type { Kind } from '@doorwright/crds';
import { authorize } from '../../../core/authorize.ts';
import type { RequestContext } from '../../../core/objects/history/records.ts';
import { bodyObject, parseUpdate } from '../../../core/objects/rules/input.ts';
import type { Draft } from '../../../core/objects/rules/kind-hooks.ts';
import { refuseMovedSecrets } from '../../../core/objects/rules/moved-secrets.ts';
import { keepMasked } from '../../../core/objects/rules/present.ts';
import { correctOwner } from '../../../core/objects/storage/ids.ts';
import { tenantOf } from '../../../core/objects/storage/store.ts';
import type { SyncDeps } from '../deps.ts';

/** The object as in the editor. A stored secret that was sent as `***` goes only where it was meant for. */
export async function editedObject(deps: SyncDeps, context: RequestContext, kind: Kind, body: unknown): Promise<Draft> {
  const sent = bodyObject(body);
  const owner = correctOwner(kind, context.caller, String(sent.owner ?? ''));
  const key = String(sent[kind.key] ?? '');
  const isStored = key !== '' && (await deps.store(kind.name).find(deps.db, owner, key)) !== undefined;
  if (!isStored) return deps.objects.steps.parsedNew(kind, context, { ...sent, owner });
  const work = { ...deps, sql: deps.db, caller: context.caller, now: context.now };
  const before = await deps.objects.steps.load(kind, 'update', { owner, key }, work);
  const object = keepMasked(kind, parseUpdate(kind, before, sent) as Draft, before);
  refuseMovedSecrets(kind, sent, object, before);
  authorize('organizationAdmin', context.caller, { organization: tenantOf(kind, object) });
  return object;
}
