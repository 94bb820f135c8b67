import { isClosed } from '@doorwright/crds/providers/described.ts';
import { Refusal } from '../../core/errors.ts';
import type { Draft, Hooks } from '../../core/objects/kind-hooks.ts';

function refuseClosed(provider: Draft): Draft {
  if (isClosed(provider))
    throw new Refusal(
      'provider-unsupported',
      { type: String(provider.type) },
      { fields: [{ field: 'type', code: 'not-supported' }] },
    );
  return provider;
}

/** Nobody chooses a type that does not work. A provider that was stored with one can still be read and changed. */
export const providerHooks: Hooks = {
  beforeAdd: refuseClosed,
  beforeUpdate: (provider, before) =>
    provider.category === before.category && provider.type === before.type ? provider : refuseClosed(provider),
};
