import type { Row } from '@doorwright/crds';
import type { FieldDescription } from '@doorwright/crds/schema/fields.ts';

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/** The fields that differ between two versions, without secrets and fields that the server sets. */
export const changedFields = (fields: readonly FieldDescription[], one: Row, other: Row): FieldDescription[] =>
  fields.filter(
    ({ name, secret, serverSet, computed }) => !secret && !serverSet && !computed && !isSame(one[name], other[name]),
  );

/** Takes the shown fields from one version and the others from another. */
export const mergeShown = (fields: readonly FieldDescription[], one: Row, other: Row): Row => ({
  ...other,
  ...Object.fromEntries(fields.map(({ name }) => [name, one[name]])),
});

type Titles = (member: string) => string;

function textOf(value: unknown, titleOf: Titles): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const members = Object.entries(value).filter(([, inner]) => typeof inner !== 'object');
  return members.map(([member, inner]) => `${titleOf(member)}: ${inner}`).join(', ');
}

/** The part of a value that the other version lacks. For a list: its entries, or all of them if only the order differs. */
export function linesOf(value: unknown, other: unknown, titleOf: Titles): string[] {
  if (!Array.isArray(value)) return [textOf(value, titleOf)];
  const others: unknown[] = Array.isArray(other) ? other : [];
  const own = value.filter((entry) => !others.some((each) => isSame(each, entry)));
  const shown = own.length === 0 && others.length === value.length ? value : own;
  return shown.map((entry) => textOf(entry, titleOf));
}
