import type { Kind } from '@doorwright/crds';
import { pathText, secretsOf, valuesAt } from '@doorwright/crds/derive/paths.ts';
import type { Origin, Override } from '@doorwright/crds/kinds/origin.ts';
import { activeOverrides } from '../../core/objects/references/origins.ts';
import type { Draft, Work } from '../../core/objects/rules/kind-hooks.ts';
import { withoutSecrets } from '../../core/objects/rules/present.ts';
import { etagOf } from './etag.ts';

/** The state of an object, for the operator. */
export interface ObjectState {
  /** Secrets are `***`, or empty if they are never shown. */
  object: Record<string, unknown>;
  etag: string;
  origin: (Pick<Origin, 'cluster' | 'namespace' | 'uid' | 'generation' | 'isAdopted'> & { name: string }) | null;
  managedFields: string[];
  /** Overrides of administrators. Repairs wait for their end. */
  overrides: Override[];
  /** Secrets that were dropped because their declared address changed, until somebody enters them again. */
  droppedSecrets: string[];
}

/** Dropped secrets that nobody has entered again. */
export const stillMissing = (kind: Kind, object: Draft, dropped: readonly string[]): string[] =>
  [...new Set(dropped)].filter((text) => {
    const path = secretsOf(kind).find((each) => pathText(each) === text);
    return path !== undefined && !valuesAt(object, path).some(Boolean);
  });

export function objectState(
  kind: Kind,
  object: Draft,
  origin: Origin | undefined,
  { now, box }: Pick<Work, 'now' | 'box'>,
): ObjectState {
  const { cluster, namespace, resource, uid, generation, isAdopted } = origin ?? ({} as Origin);
  return {
    object: withoutSecrets(kind, object),
    etag: etagOf(kind, object, box),
    origin: origin ? { cluster, namespace, name: resource, uid, generation, isAdopted } : null,
    managedFields: origin?.managedFields ?? [],
    overrides: origin ? activeOverrides(origin, now) : [],
    droppedSecrets: origin ? stillMissing(kind, object, origin.droppedSecrets ?? []) : [],
  };
}
