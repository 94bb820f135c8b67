import type { Controller } from '../../runtime/controller.ts';
import { queueKeyOf } from '../../runtime/kinds.ts';
import type { Declared } from '../core/resource.ts';
import { refersTo } from './references.ts';

const mostNamed = 5;

/** Who keeps a resource from going, in a sentence. A weak reference, and one that was never allowed, holds nobody back. */
export function dependentsOf(object: Declared, controller: Controller): string | undefined {
  const referrers = controller.kinds.referrers(queueKeyOf(object)) as Declared[];
  const holding = referrers.filter((referrer) => refersTo(referrer, object, controller));
  if (holding.length === 0) return undefined;
  const here = holding.filter(({ metadata }) => metadata.namespace === object.metadata.namespace);
  // Another namespace's names are not ours to tell.
  const elsewhere = holding.length - here.length;
  const state = [
    ...here.slice(0, mostNamed).map(({ kind, metadata }) => `${kind} ${metadata.name}`),
    ...(here.length > mostNamed ? [`${here.length - mostNamed} more here`] : []),
    ...(elsewhere > 0 ? [`${elsewhere} in other namespaces`] : []),
  ];
  return `Resources still refer to it and go first: ${state.join(', ')}`;
}
