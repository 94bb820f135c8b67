import { isDeepStrictEqual } from 'node:util';
import { fieldMeta } from '@doorwright/crds';
import { mapAt, secretsOf } from '@doorwright/crds/derive/paths.ts';
import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { CommonStatus } from '@doorwright/crds/derive/status.ts';
import type { Difference } from '../../api/declared-objects.ts';
import type { Declared } from './resource.ts';

type Shown = NonNullable<CommonStatus['drift']>;

const mostShown = 20;
const longestValue = 1024;
const redacted = '(redacted)';

export const isSecretField = (kind: DeclaredKind, field: string): boolean => {
  const schema = kind.schema.shape[field];
  return (
    kind.declared.secrets?.[field] !== undefined || (!!schema && fieldMeta.get(schema as never)?.secret !== undefined)
  );
};

/** The fields with a placeholder for each secret within a list, such as the value of a header. */
export const withoutMemberSecrets = (
  kind: DeclaredKind,
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  secretsOf(kind)
    .filter(({ member }) => member)
    .reduce((all, path) => mapAt(all, path, () => redacted), fields);

/** Whether only secrets differ. The API answers the same placeholder for both. */
export const isSecretDifference = (kind: DeclaredKind, { path, desired, observed }: Difference): boolean =>
  isSecretField(kind, path) || isDeepStrictEqual(desired, observed);

/** Differences for the status. `since` stays while a field differs, because each change would be a write. */
export function shownDrift(
  kind: DeclaredKind,
  { status }: Declared,
  differences: readonly Difference[],
  { now, actor }: { now: number; actor?: string | undefined },
): Shown | undefined {
  if (differences.length === 0) return undefined;
  return differences.slice(0, mostShown).map(({ path, desired, observed, override }) => {
    const known = status?.drift?.find((entry) => entry.path === path);
    const show = (value: unknown) =>
      isSecretField(kind, path) ? redacted : (JSON.stringify(value) ?? 'null').slice(0, longestValue);
    const by = override?.author ?? actor ?? known?.actor;
    return {
      path,
      desired: show(desired),
      observed: show(observed),
      since: known?.since ?? new Date(now).toISOString(),
      ...(by && { actor: by }),
    };
  });
}

export const pathsOf = (differences: readonly Difference[]): string => differences.map(({ path }) => path).join(', ');
