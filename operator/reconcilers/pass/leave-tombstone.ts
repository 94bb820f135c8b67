import { apiIdText } from '../../api/declared-api.ts';
import type { Removal } from '../../runtime/reconciler.ts';
import { idOf } from '../core/api-id.ts';
import { type Declared, isProtected } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Rules } from './rules.ts';

const forceFinalize = 'doorwright.dev/force-finalize';

/** The uid as the value: nobody sets this by copying a manifest. */
export const isForced = ({ metadata }: Declared): boolean => metadata.annotations?.[forceFinalize] === metadata.uid;

/** Remembers what is still to be let go of in the API, so that the resource itself can go now. */
export async function leaveTombstone({ tombstones }: Services, rules: Rules, object: Declared): Promise<Removal> {
  const { uid } = object.metadata;
  const id = idOf(rules, object);
  const { kind, owner, name } = id;
  const note = `The API was not reached; ${kind} ${apiIdText(id)} is let go of when it is`;
  // Protection holds beyond the resource: what it kept from being deleted is kept, as nobody's.
  const policy = isProtected(rules.kind, object) ? 'Orphan' : (object.spec.deletionPolicy ?? '');
  await tombstones.add({ kind, owner, name, uid, policy });
  return { gone: true, events: [{ type: 'Warning', reason: 'Deleted', action: 'Delete', note }] };
}
