import type { HooksByKind } from '../../core/objects/rules/kind-hooks.ts';
import { assertSwitchedOn } from '../../core/switched-on.ts';

/** Nobody chooses a type that this installation has not turned on. A stored provider of it can still be read and changed. */
export const onlySwitchedOn = (hooks: HooksByKind, settings: object): HooksByKind => ({
  ...hooks,
  provider: {
    ...hooks.provider,
    beforeAdd(provider, work) {
      assertSwitchedOn(provider, settings);
      return hooks.provider?.beforeAdd?.(provider, work) ?? provider;
    },
    beforeUpdate(provider, before, work) {
      const isSameType = provider.category === before.category && provider.type === before.type;
      if (!isSameType) assertSwitchedOn(provider, settings);
      return hooks.provider?.beforeUpdate?.(provider, before, work) ?? provider;
    },
  },
});
