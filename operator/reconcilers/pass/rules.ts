import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ObjectState } from '../../api/declared-objects.ts';
import type { KubernetesObject } from '../../runtime/kubernetes-object.ts';
import type { Check, Pass } from '../../runtime/reconciler.ts';
import type { Change } from '../../runtime/store.ts';
import type { Finish } from '../core/finish.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from './desired-fields.ts';
import type { Input } from './gather.ts';
import type { Lost } from './switch-off.ts';

/** The special behaviour of a kind. Most kinds need little of it. */
export interface Rules {
  kind: DeclaredKind;
  /** `namespace/name` of further Secrets that the kind reads or writes. */
  secrets?(object: Declared): readonly string[];
  checks?: readonly Check<Input>[];
  /** Fields that follow from the consent of others. They are written even while the resource is paused or observes. */
  leave?(object: Declared, services: Services): Fields;
  /** Whether an object is switched off when others no longer permit it. */
  stops?(object: Declared, lost: Lost): boolean;
  /** Facts for the status about the resources that speak for the object's organization. */
  remembers?(object: Declared, organizations: readonly Declared[]): NonNullable<Finish['facts']>;
  /** Fields that the spec does not state. Undefined removes a stated field; `initial` fields apply to new objects only. */
  fields?(
    input: Input,
    pass: Pass<Declared>,
    services: Services,
  ): Promise<{ fields: Fields; initial?: readonly string[] }>;
  /** Resources of the kind that a change concerns although there is no reference either way. */
  concernedBy?(kind: string, change: Change<KubernetesObject>, services: Services): readonly KubernetesObject[];
  /** The resource is gone. */
  forget?(object: Declared, services: Services): void;
  /** Members of the API's object that `tells` and `finish` read. Nothing else of the object is kept in memory. */
  reads?: readonly string[];
  /** What the API's object tells about more than its configuration, also to a resource that only observes. */
  tells?(object: Declared, found: Readonly<Record<string, unknown>>, pass: Pass<Declared>, services: Services): Finish;
  /** The work after the API has the object: Secrets to write, facts to report. */
  finish?(
    context: { input: Input; fields: Fields; state: ObjectState },
    pass: Pass<Declared>,
    services: Services,
  ): Promise<Finish>;
}
