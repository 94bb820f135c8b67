import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { refusalOf } from '../core/namespace-rights.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { withAudience } from '../references/audience-of.ts';
import { keeperBefore } from '../references/owners.ts';
import { type ResolvedReference, resolveReferences } from '../references/references.ts';
import { type FoundValue, readSecrets } from '../secrets/secret-values.ts';

/** Everything that is judged before the API is asked. */
export interface Input {
  object: Declared;
  references: ResolvedReference[];
  secrets: FoundValue[];
  /** The resource that has, or is to get, the object that this one would rule as well. */
  keeper: Declared | undefined;
  /** Why its namespace may not declare it. */
  refusal: string | undefined;
}

export async function gather(kind: DeclaredKind, services: Services, pass: Pass<Declared>): Promise<Input> {
  const { controller, rights } = services;
  const { object, signal } = pass;
  return {
    object,
    references: withAudience(resolveReferences(kind, object, controller), services),
    secrets: await readSecrets(kind, object, controller.secrets, signal),
    keeper: keeperBefore(object, controller.kinds, rights),
    refusal: refusalOf(kind, rights, object.metadata.namespace),
  };
}
