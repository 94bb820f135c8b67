import type { Provider } from '@doorwright/crds/kinds/provider.ts';
import { missingFields } from '@doorwright/crds/providers/described.ts';
import type { OfferedType, ProviderCategory } from '@doorwright/crds/providers/index.ts';
import { Refusal } from '../core/errors.ts';

/** One behaviour for each type of a category that people can choose. */
export type Behaviours<C extends ProviderCategory, B> = Readonly<Record<OfferedType<C>, B>>;

/**
 * The behaviour of a provider's type. A stored provider may have a type without one, or lack a field that the type needs: each gets a
 * refusal that names the cause, before anything is sent.
 */
export function behaviourOf<C extends ProviderCategory, B>(
  category: C,
  behaviours: Behaviours<C, B>,
  provider: Provider,
): B {
  const known: Readonly<Record<string, B>> = behaviours;
  const behaviour =
    provider.category === category && Object.hasOwn(known, provider.type) ? known[provider.type] : undefined;
  if (!behaviour) throw new Refusal('provider-unsupported', { type: provider.type });
  const [missing] = missingFields(provider);
  if (missing) throw new Refusal('missing-parameter', { name: missing });
  return behaviour;
}
