import type { FieldChange, SyncRow } from '@doorwright/crds/kinds/sync-row.ts';
import type { PersonDigest } from '../../../providers/directories/contract.ts';

/** The fields of a user among the changes of a row. Groups are no field of theirs. */
export const fieldsOfRow = ({ changes }: Pick<SyncRow, 'changes'>, side: 'before' | 'after'): Record<string, unknown> =>
  Object.fromEntries(changes.filter(({ field }) => field !== 'groups').map((each) => [each.field, each[side]]));

export const groupsOfRow = ({ changes }: Pick<SyncRow, 'changes'>): FieldChange | undefined =>
  changes.find(({ field }) => field === 'groups');

/** The columns of a digest that the source has for a password. */
export function passwordOfRow({ digest }: Pick<SyncRow, 'digest'>, now: Date): Record<string, unknown> {
  if (!digest) return {};
  const { password, passwordSalt, passwordType } = JSON.parse(digest) as PersonDigest;
  return { password, passwordSalt, passwordType, passwordChangedTime: now.toISOString() };
}
