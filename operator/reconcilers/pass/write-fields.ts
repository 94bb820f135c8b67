import { ApiRefusal } from '../../api/api-refusal.ts';
import { type ApiId, apiIdText } from '../../api/declared-objects.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { memoryKey } from '../core/api-id.ts';
import { originOf } from '../core/origin.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from './desired-fields.ts';

/** The API has no object that this resource may write. */
const nothingOfOurs = new Set(['NotFound', 'NotManaged', 'NameConflict', 'AdoptionRefused', 'Forbidden']);

export interface WriteResult {
  id: string;
  isOurs: boolean;
  hasChanged: boolean;
}

/** Writes only these fields, and without If-Match, because a withdrawal does not wait for a race. */
export async function writeFields(
  id: ApiId,
  object: Declared,
  fields: Fields,
  pass: Pick<Pass<Declared>, 'signal'>,
  { memory, api, source }: Services,
): Promise<WriteResult> {
  const key = memoryKey(id);
  const answer = { id: apiIdText(id), isOurs: true, hasChanged: false };
  const { uid } = object.metadata;
  const fingerprint = memory.fingerprint([uid, 'alone', fields]);
  if (memory.settledAs(key, uid)?.fingerprint === fingerprint) return answer;
  const news = memory.newsOf(key);
  const declaration = { origin: await originOf(object, source), fields, partial: true };
  try {
    const state = await api.apply(id, { ...declaration, policies: { adoption: 'Fail' } }, { signal: pass.signal });
    if (state.overrides.length === 0) memory.settle(key, uid, { fingerprint, etag: state.etag, state }, news);
    return { ...answer, hasChanged: state.outcome === 'updated' };
  } catch (error) {
    if (error instanceof ApiRefusal && nothingOfOurs.has(error.code)) return { ...answer, isOurs: false };
    throw error;
  }
}
