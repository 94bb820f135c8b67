import type { Controller } from '../../runtime/controller.ts';
import { queueKeyOf } from '../../runtime/kinds.ts';
import type { Declared } from '../core/resource.ts';
import { refersTo } from './references.ts';

const mostNamed = 5;

/** The resources that prevent a deletion, as a sentence. Weak and forbidden references do not count. */
export function dependentsOf(object: Declared, controller: Controller): string | undefined {
  const referrers = controller.kinds.referrers(queueKeyOf(object)) as Declared[];
  const holding = referrers.filter((referrer) => refersTo(referrer, object, controller));
  if (holding.length === 0) return undefined;
  const here = holding.filter(({ metadata }) => metadata.namespace === object.metadata.namespace);
  // Names of other namespaces stay secret.
  const elsewhere = holding.length - here.length;
  const state = [
    ...here.slice(0, mostNamed).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ...(here.length > mostNamed ? [`${here.length - mostNamed} more here`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} in other namespaces`] : []),
  ];
  return `Resources still refer to it and go first: ${state.join(', ')}`;
}
