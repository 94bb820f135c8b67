import { apiIdText } from '../../api/declared-objects.ts';
import type { Removal } from '../../runtime/reconciler.ts';
import { idOf } from '../core/api-id.ts';
import { type Declared, isProtected } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Rules } from './rules.ts';

const forceFinalize = 'doorwright.dev/force-finalize';

/** The value is the uid, so that a copied manifest does not force a deletion. */
export const isForced = ({ metadata }: Declared): boolean => metadata.annotations?.[forceFinalize] === metadata.uid;

/** Stores a tombstone, so that the resource can disappear before the API is reachable. */
export async function leaveTombstone(services: Services, rules: Rules, object: Declared): Promise<Removal> {
  const { uid } = object.metadata;
  const id = idOf(rules, object, services);
  // Without a known organization, nothing was ever made.
  if (!id.owner) return { gone: true };
  const { kind, owner, name } = id;
  const note = `The API was not reached; ${kind} ${apiIdText(id)} is released when it answers`;
  // An object that was protected from deletion is kept.
  const policy = isProtected(rules.kind, object) ? 'Orphan' : (object.spec.deletionPolicy ?? '');
  await services.tombstones.add({ kind, owner, name, uid, policy });
  return { gone: true, events: [{ type: 'Warning', reason: 'Deleted', action: 'Delete', note }] };
}
