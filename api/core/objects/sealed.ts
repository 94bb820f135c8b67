import type { Kind } from '@doorwright/crds';
import { isGlobalAdmin } from '../callers.ts';
import { Refusal } from '../errors.ts';
import type { Draft } from './hooks.ts';
import type { Visit } from './records.ts';

/** A sealed object, such as a payment whose invoice is issued, is changed and deleted for a reason alone: it answers that reason, for the record. */
export function reasonToUnseal(kind: Kind, object: Draft, { caller, reason }: Visit): string | undefined {
  if (!kind.sealedBy || !object[kind.sealedBy]) return;
  if (!isGlobalAdmin(caller)) throw new Refusal('sealed', { kind: kind.kind, id: `${object.owner}/${object.name}` });
  if (!reason?.trim()) throw new Refusal('missing-parameter', { name: 'reason' });
  return reason.trim();
}
