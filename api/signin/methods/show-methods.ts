import type { Application } from '@doorwright/crds/kinds/application.ts';
import type { HooksByKind } from '../../core/objects/rules/kind-hooks.ts';
import type { Methods } from './registry.ts';

/** Adds to each application that is read alone the methods that it offers. Its sign-in page draws their forms. */
export const showMethods = (hooks: HooksByKind, methods: Pick<Methods, 'offered'>): HooksByKind => ({
  ...hooks,
  application: {
    ...hooks.application,
    async present(shown, stored, work, read) {
      const presented = (await hooks.application?.present?.(shown, stored, work, read)) ?? shown;
      const offered = methods.offered(stored as unknown as Application);
      return { ...presented, signinMethods: read === 'one' ? offered.map((name) => ({ name })) : null };
    },
  },
});
