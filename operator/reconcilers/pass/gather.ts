import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { Pass } from '../../runtime/reconciler.ts';
import { refusalOf } from '../core/namespace-rights.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { withAudience } from '../references/audience-of.ts';
import { keeperBefore } from '../references/owners.ts';
import { type ResolvedReference, resolveReferences } from '../references/references.ts';
import { type FoundValue, readSecrets } from '../secrets/secret-values.ts';

/** Everything that the checks need. The API is not asked. */
export interface Input {
  object: Declared;
  references: ResolvedReference[];
  secrets: FoundValue[];
  /** The other resource that rules the same object, or should rule it. */
  keeper: Declared | undefined;
  /** The reason why the namespace may not declare it. */
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
