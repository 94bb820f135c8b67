import type { DeclaredKind } from '@doorwright/crds/derive/spec.ts';
import { type Reconciler, withMore } from '../../runtime/reconciler.ts';
import { claimOn, idOf, idOwnedBy, memoryKey } from '../core/api-id.ts';
import { isPlatform, refusalOf } from '../core/namespace-rights.ts';
import { wantsFreshLook } from '../core/requests.ts';
import { type Declared, finalizer, isObserved, resourceOf } from '../core/resource.ts';
import type { Services } from '../core/services.ts';
import { type Rightful, rulersOf } from '../references/owners.ts';
import { referenceKeys } from '../references/references.ts';
import { secretKeys } from '../secrets/secret-values.ts';
import { act } from './act.ts';
import { checks } from './checks.ts';
import { gather, type Input } from './gather.ts';
import { remove } from './remove.ts';
import type { Rules } from './rules.ts';
import { withdraw } from './withdraw.ts';

/** The reconciler of every kind. `rules` say how a kind differs. */
export function defaultReconciler(
  rules: Rules,
  services: Services,
): Reconciler<Declared, Input> & Rightful & { kind: DeclaredKind } {
  const { kind } = rules;
  const keyOf = (object: Declared) => memoryKey(idOf(rules, object, services));
  return {
    kind,
    resource: resourceOf(kind),
    finalizer,
    owns: (object) => !isObserved(object),
    references: (object) => referenceKeys(kind, object),
    secrets: (object) => [...secretKeys(kind, object), ...(rules.secrets?.(object) ?? [])],
    claims: (object) => [claimOn(idOwnedBy(rules, object, undefined))],
    isRightful(object) {
      const { namespace } = object.metadata;
      const { rights, controller } = services;
      if (isPlatform(rights, namespace)) return true;
      if (refusalOf(kind, rights, namespace) !== undefined) return false;
      const isOwn = ({ metadata }: Declared) => metadata.namespace === namespace;
      return !isObserved(object) || rulersOf(object, controller.kinds).some(isOwn);
    },
    ...(rules.concernedBy && { concernedBy: (change) => rules.concernedBy?.(kind.kind, change, services) ?? [] }),
    // The etags of all objects are compared in bulk, so a pass is due only for unknown objects or on request.
    isWorthSweeping: (object) =>
      wantsFreshLook(object) || services.memory.settledAs(keyOf(object), object.metadata.uid) === undefined,
    gather: (pass) => gather(kind, services, pass),
    checks: [...checks, ...(rules.checks ?? [])],
    whenStopped: (pass, options) => withdraw(rules, pass, services, options),
    async act(input, pass) {
      const ended = isObserved(input.object) ? await withdraw(rules, pass, services) : {};
      return withMore(await act(rules, services, input, pass), ended);
    },
    remove: (pass) => remove(rules, services, pass),
    forget(object) {
      services.memory.forgetResource(keyOf(object), object.metadata.uid);
      rules.forget?.(object, services);
    },
  };
}
