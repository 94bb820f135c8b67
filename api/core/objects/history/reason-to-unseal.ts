import type { Kind } from '@doorwright/crds';
import { isGlobalAdmin } from '../../callers.ts';
import { Refusal } from '../../errors.ts';
import { unlessOwed } from '../../owed-proof.ts';
import type { Draft } from '../rules/kind-hooks.ts';
import type { RequestContext } from './records.ts';

/**
 * A sealed object, such as a payment with an issued invoice, changes only for a reason. Returns the reason for the
 * record.
 */
export function reasonToUnseal(kind: Kind, object: Draft, { caller, reason }: RequestContext): string | undefined {
  if (!kind.sealedBy || !object[kind.sealedBy]) return;
  if (!isGlobalAdmin(caller))
    throw unlessOwed(caller, new Refusal('sealed', { kind: kind.kind, id: `${object.owner}/${object.name}` }));
  if (!reason?.trim()) throw new Refusal('missing-parameter', { name: 'reason' });
  return reason.trim();
}
