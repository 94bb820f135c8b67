import { ApiRefusal } from '../api-refusal.ts';
import { apiIdText } from '../declared-api.ts';
import type { Pass } from '../runtime/reconciler.ts';
import { applicationId, memoryKey } from './api-id.ts';
import type { Input } from './gather.ts';
import { originOf } from './origin.ts';
import type { Declared } from './resource.ts';
import type { Finish } from './rules.ts';
import type { Services } from './services.ts';

/** There is nothing of ours that could be switched off. */
const nothingOfOurs = new Set(['NotFound', 'NotManaged', 'NameConflict']);

/**
 * `revocation: Disable`: an application that may not refer to its organization, cert or provider any more is switched off, and
 * everything else of it stays as it is. When it may again, `isEnabled` is what the spec says, as any other field.
 */
export async function switchOff({ object }: Input, pass: Pass<Declared>, services: Services): Promise<Finish> {
  const { memory, api, source, controller } = services;
  if (object.spec.revocation !== 'Disable' || object.status?.externalId === undefined) return {};
  const id = applicationId(object, controller);
  const key = memoryKey(id);
  const fingerprint = memory.fingerprint([object.metadata.uid, 'switched off']);
  if (memory.settledAs(key)?.fingerprint === fingerprint) return {};
  const news = memory.newsOf(key);
  const wish = { origin: await originOf(object, source), fields: { isEnabled: false }, partial: true };
  try {
    const told = await api.apply(id, { ...wish, policies: { adoption: 'Fail' } }, pass);
    if (told.overrides.length === 0) memory.settle(key, { fingerprint, etag: told.etag, told }, news);
    if (told.outcome !== 'updated') return {};
  } catch (error) {
    if (error instanceof ApiRefusal && nothingOfOurs.has(error.code)) return {};
    throw error;
  }
  const note = `Switched off application ${apiIdText(id)}: a resource that it refers to does not allow it any more`;
  return { events: [{ type: 'Warning', reason: 'ReferenceDenied', action: 'Reconcile', note }] };
}
