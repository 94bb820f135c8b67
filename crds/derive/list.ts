import type { Kind } from '../define.ts';
import type { Badge, ListColumn } from '../list-definition.ts';
import { fieldsOf } from '../schema/fields.ts';

const mostShown = 5;

/** Secrets, pictures and flags are no columns that a list starts with. */
function isPlain(kind: Kind, { field, cell }: ListColumn): boolean {
  const isSecret = fieldsOf(kind).some(({ name, secret }) => name === field && secret !== undefined);
  return !isSecret && cell !== 'image' && cell !== 'switch';
}

/** The columns of a list for a user who has chosen none. Without a choice of the model: names, plain columns, the time of creation. */
export function shownColumns(kind: Kind): readonly string[] {
  const { columns = [], shown } = kind.list ?? {};
  if (shown) return shown;
  const plain = columns.filter((column) => isPlain(kind, column)).map(({ field }) => field);
  const among = (fields: readonly string[]) => fields.filter((field) => plain.includes(field));
  const first = among([kind.key, 'displayName']);
  const last = among(['createdTime']);
  const others = plain.filter((field) => ![...first, ...last].includes(field));
  return [...first, ...others.slice(0, mostShown - first.length - last.length), ...last];
}

export interface FieldBadge extends Badge {
  field: string;
}

export const badgesOf = (kind: Kind): FieldBadge[] =>
  (kind.list?.columns ?? []).flatMap(({ field, badge }) => (badge ? [{ field, ...badge }] : []));

/** The flag that turns objects of the kind on and off, its value for on, and whether off means blocked. */
export function switchOf(kind: Kind): { field: string; on: boolean; blocks: boolean } | undefined {
  const badge = badgesOf(kind).find(({ disables }) => disables);
  return badge && { field: badge.field, on: !badge.when, blocks: badge.disables === 'blocks' };
}
