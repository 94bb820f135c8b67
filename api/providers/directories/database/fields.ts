import type { mappedFields } from '@doorwright/crds/options/syncer-options.ts';

export type MappedField = (typeof mappedFields)[number];

/** The field of a user that a name of Casdoor 2022 means. */
export const fieldOf = (name: MappedField): string => `${name[0]?.toLowerCase()}${name.slice(1)}`;

const integers: readonly MappedField[] = ['Score', 'Ranking'];
const times: readonly MappedField[] = ['CreatedTime', 'UpdatedTime'];

export type ValueKind = 'text' | 'boolean' | 'integer' | 'lines' | 'time' | 'avatar';

export function kindOf(name: MappedField): ValueKind {
  if (name.startsWith('Is') || name === 'EmailVerified') return 'boolean';
  if (integers.includes(name)) return 'integer';
  if (times.includes(name)) return 'time';
  if (name === 'Avatar') return 'avatar';
  return name === 'Address' ? 'lines' : 'text';
}
