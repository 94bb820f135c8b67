import type { Kind } from '@doorwright/crds';
import { mapAt, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { Override } from '@doorwright/crds/kinds/origin.ts';
import { differingFields } from '../../core/objects/rules/differing-fields.ts';
import { parseUpdate } from '../../core/objects/rules/input.ts';
import type { Draft, Hooks } from '../../core/objects/rules/kind-hooks.ts';

type Fields = Record<string, unknown>;

/** A field that differs from its declared value. */
export interface Difference {
  path: string;
  desired: unknown;
  /** null without an object. */
  observed: unknown;
  /** The field is under an administrator's override and stays as it is. */
  override?: Omit<Override, 'field'>;
}

export const redacted = '(redacted)';

/** The object with placeholders for all secrets, also for empty ones. */
const withoutSecrets = (kind: Kind, fields: Fields): Fields =>
  secretsOf(kind).reduce((all, path) => mapAt(all, path, () => redacted), fields);

/** The declared fields that differ from the object, if there is one. Entries get their defaults first. */
export async function differing(
  kind: Kind,
  before: Draft | undefined,
  fields: Fields,
  hooks: Hooks,
): Promise<string[]> {
  const names = Object.keys(fields).sort();
  if (!before) return names;
  return differingFields(kind, { before, wanted: parseUpdate(kind, before, fields), names }, hooks);
}

export function describe(
  kind: Kind,
  names: readonly string[],
  { before, fields, overrides }: { before: Draft | undefined; fields: Fields; overrides: readonly Override[] },
): Difference[] {
  const desired = withoutSecrets(kind, fields);
  const observed = before && withoutSecrets(kind, before);
  return names.map((path) => {
    const found = overrides.find(({ field }) => field === path);
    const { field: _, ...override } = found ?? { field: '' };
    return {
      path,
      desired: desired[path],
      observed: observed ? observed[path] : null,
      ...(found && { override: override as Omit<Override, 'field'> }),
    };
  });
}
