import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import type { ObjectState } from '../../api/declared-api.ts';
import type { KubernetesObject } from '../../runtime/kubernetes-object.ts';
import type { Check, Pass } from '../../runtime/reconciler.ts';
import type { Change } from '../../runtime/store.ts';
import type { Finish } from '../core/finish.ts';
import type { Declared } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import type { Fields } from './desired-fields.ts';
import type { Input } from './gather.ts';
import type { Lost } from './switch-off.ts';

/** What a kind does beyond what every kind does. Most need none of it. */
export interface Rules {
  kind: DeclaredKind;
  /** `namespace/name` of further Secrets that it reads or writes. */
  secrets?(object: Declared): readonly string[];
  checks?: readonly Check<Input>[];
  /** What others let a resource do, as fields: taken away also of one that is paused or only looks. */
  leave?(object: Declared, services: Services): Fields;
  /** Whether an object that others no longer permit is switched off. */
  stops?(object: Declared, lost: Lost): boolean;
  /** Fields that no member of the spec states as such; undefined takes one back that it does. `initial`: only for a new object. */
  fields?(
    input: Input,
    pass: Pass<Declared>,
    services: Services,
  ): Promise<{ fields: Fields; initial?: readonly string[] }>;
  /** Resources of the kind to which a change elsewhere matters, though it neither names them nor is named by them. */
  concernedBy?(kind: string, change: Change<KubernetesObject>, services: Services): readonly KubernetesObject[];
  /** The resource is no more. */
  forget?(object: Declared, services: Services): void;
  /** Members of the API's object that `finish` reads: of ten thousand objects nothing else is remembered. */
  reads?: readonly string[];
  /** What is left to do when the API has the object: Secrets to write, facts to report. */
  finish?(
    context: { input: Input; fields: Fields; state: ObjectState },
    pass: Pass<Declared>,
    services: Services,
  ): Promise<Finish>;
}
