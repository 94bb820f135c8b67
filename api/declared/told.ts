import type { Kind } from '@doorwright/crds';
import type { Origin, Override } from '@doorwright/crds/models/origin.ts';
import type { Draft, Work } from '../resources/hooks.ts';
import { withoutSecrets } from '../resources/present.ts';
import { etagOf } from './etag.ts';
import { activeOverrides } from './origins.ts';

/** What the operator is told of an object. */
export interface Told {
  /** Secrets stand as `***`, or empty where they are never shown or there are none. */
  object: Record<string, unknown>;
  etag: string;
  origin: (Pick<Origin, 'cluster' | 'namespace' | 'uid' | 'generation' | 'isAdopted'> & { name: string }) | null;
  managedFields: string[];
  /** Fields that an administrator took over for a while: repairs wait until then. */
  overrides: Override[];
}

export function told(
  kind: Kind,
  object: Draft,
  origin: Origin | undefined,
  { now, box }: Pick<Work, 'now' | 'box'>,
): Told {
  const { cluster, namespace, resource, uid, generation, isAdopted } = origin ?? ({} as Origin);
  return {
    object: withoutSecrets(kind, object),
    etag: etagOf(kind, object, box),
    origin: origin ? { cluster, namespace, name: resource, uid, generation, isAdopted } : null,
    managedFields: origin?.managedFields ?? [],
    overrides: origin ? activeOverrides(origin, now) : [],
  };
}
